-- The installation: accounts, one-time links, sessions, its log.

CREATE TABLE accounts (
    id            INTEGER PRIMARY KEY,
    name          TEXT NOT NULL,
    name_key      TEXT NOT NULL UNIQUE,
    role          TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at    TIMESTAMP NOT NULL
);

CREATE TABLE links (
    id         INTEGER PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    purpose    TEXT NOT NULL,
    account    INTEGER NOT NULL,
    slug       TEXT NOT NULL,
    role       TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    used_at    TIMESTAMP
);

CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY,
    account    INTEGER NOT NULL REFERENCES accounts (id),
    expires_at TIMESTAMP NOT NULL
);

CREATE TABLE installation_log (
    id   INTEGER PRIMARY KEY,
    at   TIMESTAMP NOT NULL,
    by   TEXT NOT NULL,
    text TEXT NOT NULL
);

CREATE TRIGGER installation_log_keeps_rows BEFORE UPDATE ON installation_log
BEGIN SELECT RAISE(ABORT, 'installation_log is append-only'); END;
CREATE TRIGGER installation_log_keeps_all BEFORE DELETE ON installation_log
BEGIN SELECT RAISE(ABORT, 'installation_log is append-only'); END;

-- tournaments is the index of events: what a list shows, and the number of the
-- last log entry. It is derived from the records in the transaction that
-- appends them.
CREATE TABLE tournaments (
    id        INTEGER PRIMARY KEY,
    slug      TEXT NOT NULL UNIQUE,
    name      TEXT NOT NULL,
    starts_at TIMESTAMP,
    zone      TEXT NOT NULL,
    place     TEXT NOT NULL,
    status    TEXT NOT NULL,
    entrants  INTEGER NOT NULL,
    rounds    INTEGER NOT NULL,
    seq       INTEGER NOT NULL
);

-- One entry per change. Log numbers have no gap: (tournament, seq - 1) exists
-- for every seq but the first.
CREATE TABLE log_entries (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    seq        INTEGER NOT NULL,
    prev_seq   INTEGER,
    at         TIMESTAMP NOT NULL,
    account    INTEGER NOT NULL,
    name       TEXT NOT NULL,
    role       TEXT NOT NULL,
    action     TEXT NOT NULL,
    text       TEXT NOT NULL,
    reason     TEXT NOT NULL,
    round      INTEGER NOT NULL,
    match      INTEGER NOT NULL,
    entrants   TEXT NOT NULL,
    form_key   TEXT,
    PRIMARY KEY (tournament, seq),
    UNIQUE (tournament, form_key),
    CHECK (seq = 1 AND prev_seq IS NULL OR seq > 1 AND prev_seq = seq - 1),
    FOREIGN KEY (tournament, prev_seq) REFERENCES log_entries (tournament, seq)
);

-- The records. Every table has the same shape: the log entry that appended the
-- row and the row's place in it; the key and version of what it is a version
-- of, chained without gap or fork; and the record as JSON, from which columns
-- for queries are generated.

-- An event's facts.
CREATE TABLE details (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES details (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (json_valid(body))
);
CREATE INDEX details_by_entry ON details (tournament, seq);

-- Policies in force from a round on.
CREATE TABLE policies (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES policies (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (json_valid(body))
);
CREATE INDEX policies_by_entry ON policies (tournament, seq);

-- Stage plans.
CREATE TABLE stage_plans (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES stage_plans (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (json_valid(body))
);
CREATE INDEX stage_plans_by_entry ON stage_plans (tournament, seq);

-- Entrants: key is the entrant's id.
CREATE TABLE entrants (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    name       GENERATED ALWAYS AS (json_extract(body, '$.name')) VIRTUAL,
    dropped_afterGENERATED ALWAYS AS (json_extract(body, '$.dropped_after')) VIRTUAL,
    disqualified_afterGENERATED ALWAYS AS (json_extract(body, '$.disqualified_after')) VIRTUAL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES entrants (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (json_valid(body))
);
CREATE INDEX entrants_by_entry ON entrants (tournament, seq);

-- Rounds: key is the number.
CREATE TABLE rounds (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    stage      GENERATED ALWAYS AS (json_extract(body, '$.stage')) VIRTUAL,
    status     GENERATED ALWAYS AS (json_extract(body, '$.status')) VIRTUAL,
    pair_seed  GENERATED ALWAYS AS (json_extract(body, '$.seed')) VIRTUAL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES rounds (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (json_valid(body))
);
CREATE INDEX rounds_by_entry ON rounds (tournament, seq);

-- Matches: key is the match's number.
CREATE TABLE matches (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    round_no   GENERATED ALWAYS AS (json_extract(body, '$.round')) VIRTUAL,
    table_no   GENERATED ALWAYS AS (json_extract(body, '$.table')) VIRTUAL,
    seats      GENERATED ALWAYS AS (json_extract(body, '$.seats')) VIRTUAL,
    assigned   GENERATED ALWAYS AS (json_extract(body, '$.assigned')) VIRTUAL,
    slot       GENERATED ALWAYS AS (json_extract(body, '$.slot')) VIRTUAL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES matches (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (json_valid(body))
);
CREATE INDEX matches_by_entry ON matches (tournament, seq);

-- Game Results: key is match/game.
CREATE TABLE game_results (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    match_id   GENERATED ALWAYS AS (json_extract(body, '$.match')) VIRTUAL,
    game_no    GENERATED ALWAYS AS (json_extract(body, '$.game')) VIRTUAL,
    winner     GENERATED ALWAYS AS (json_extract(body, '$.winner')) VIRTUAL,
    method     GENERATED ALWAYS AS (json_extract(body, '$.method')) VIRTUAL,
    verdict    GENERATED ALWAYS AS (json_extract(body, '$.verdict.verdict')) VIRTUAL,
    struck     GENERATED ALWAYS AS (json_extract(body, '$.struck')) VIRTUAL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES game_results (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (version = 1 OR reason <> ''),
    CHECK (json_valid(body))
);
CREATE INDEX game_results_by_entry ON game_results (tournament, seq);

-- Games left unfinished: key is match/game.
CREATE TABLE unfinished_games (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES unfinished_games (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (version = 1 OR reason <> ''),
    CHECK (json_valid(body))
);
CREATE INDEX unfinished_games_by_entry ON unfinished_games (tournament, seq);

-- Match Results: key is the match's number.
CREATE TABLE match_results (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    match_id   GENERATED ALWAYS AS (json_extract(body, '$.match')) VIRTUAL,
    kind       GENERATED ALWAYS AS (json_extract(body, '$.kind')) VIRTUAL,
    winner     GENERATED ALWAYS AS (json_extract(body, '$.winner')) VIRTUAL,
    procedure  GENERATED ALWAYS AS (json_extract(body, '$.procedure')) VIRTUAL,
    policy_hashGENERATED ALWAYS AS (json_extract(body, '$.policy_hash')) VIRTUAL,
    games      GENERATED ALWAYS AS (json_extract(body, '$.games')) VIRTUAL,
    penalties  GENERATED ALWAYS AS (json_extract(body, '$.penalties')) VIRTUAL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES match_results (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (version = 1 OR reason <> ''),
    CHECK (json_valid(body))
);
CREATE INDEX match_results_by_entry ON match_results (tournament, seq);

-- Tournament Outcomes: key is kind/stage/round.
CREATE TABLE tournament_outcomes (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    kind       GENERATED ALWAYS AS (json_extract(body, '$.kind')) VIRTUAL,
    stage      GENERATED ALWAYS AS (json_extract(body, '$.stage')) VIRTUAL,
    round_no   GENERATED ALWAYS AS (json_extract(body, '$.round')) VIRTUAL,
    policy_hashGENERATED ALWAYS AS (json_extract(body, '$.policy_hash')) VIRTUAL,
    lot_seed   GENERATED ALWAYS AS (json_extract(body, '$.lot_seed')) VIRTUAL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES tournament_outcomes (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (json_valid(body))
);
CREATE INDEX tournament_outcomes_by_entry ON tournament_outcomes (tournament, seq);

-- Penalties: key is the penalty's number.
CREATE TABLE penalties (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    entrant_id GENERATED ALWAYS AS (json_extract(body, '$.entrant')) VIRTUAL,
    kind       GENERATED ALWAYS AS (json_extract(body, '$.kind')) VIRTUAL,
    code       GENERATED ALWAYS AS (json_extract(body, '$.code')) VIRTUAL,
    match_id   GENERATED ALWAYS AS (json_extract(body, '$.match')) VIRTUAL,
    reversed   GENERATED ALWAYS AS (json_extract(body, '$.reversed')) VIRTUAL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES penalties (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (json_valid(body))
);
CREATE INDEX penalties_by_entry ON penalties (tournament, seq);

-- Infraction catalogues.
CREATE TABLE catalogues (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES catalogues (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (json_valid(body))
);
CREATE INDEX catalogues_by_entry ON catalogues (tournament, seq);

-- The time ledger: key is the entry's number.
CREATE TABLE clock_entries (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES clock_entries (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (json_valid(body))
);
CREATE INDEX clock_entries_by_entry ON clock_entries (tournament, seq);

-- Staff: key is the account.
CREATE TABLE staff (
    tournament  INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    record_key  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    prev        INTEGER,
    reason      TEXT NOT NULL,
    body        TEXT NOT NULL,
    PRIMARY KEY (tournament, record_key, version),
    FOREIGN KEY (tournament, seq) REFERENCES log_entries (tournament, seq),
    FOREIGN KEY (tournament, record_key, prev) REFERENCES staff (tournament, record_key, version),
    CHECK (version = 1 AND prev IS NULL OR version > 1 AND prev = version - 1),
    CHECK (json_valid(body))
);
CREATE INDEX staff_by_entry ON staff (tournament, seq);

CREATE TRIGGER log_entries_keeps_rows BEFORE UPDATE ON log_entries
BEGIN SELECT RAISE(ABORT, 'log_entries is append-only'); END;
CREATE TRIGGER log_entries_keeps_all BEFORE DELETE ON log_entries
BEGIN SELECT RAISE(ABORT, 'log_entries is append-only'); END;

CREATE TRIGGER details_keeps_rows BEFORE UPDATE ON details
BEGIN SELECT RAISE(ABORT, 'details is append-only'); END;
CREATE TRIGGER details_keeps_all BEFORE DELETE ON details
BEGIN SELECT RAISE(ABORT, 'details is append-only'); END;

CREATE TRIGGER policies_keeps_rows BEFORE UPDATE ON policies
BEGIN SELECT RAISE(ABORT, 'policies is append-only'); END;
CREATE TRIGGER policies_keeps_all BEFORE DELETE ON policies
BEGIN SELECT RAISE(ABORT, 'policies is append-only'); END;

CREATE TRIGGER stage_plans_keeps_rows BEFORE UPDATE ON stage_plans
BEGIN SELECT RAISE(ABORT, 'stage_plans is append-only'); END;
CREATE TRIGGER stage_plans_keeps_all BEFORE DELETE ON stage_plans
BEGIN SELECT RAISE(ABORT, 'stage_plans is append-only'); END;

CREATE TRIGGER entrants_keeps_rows BEFORE UPDATE ON entrants
BEGIN SELECT RAISE(ABORT, 'entrants is append-only'); END;
CREATE TRIGGER entrants_keeps_all BEFORE DELETE ON entrants
BEGIN SELECT RAISE(ABORT, 'entrants is append-only'); END;

CREATE TRIGGER rounds_keeps_rows BEFORE UPDATE ON rounds
BEGIN SELECT RAISE(ABORT, 'rounds is append-only'); END;
CREATE TRIGGER rounds_keeps_all BEFORE DELETE ON rounds
BEGIN SELECT RAISE(ABORT, 'rounds is append-only'); END;

CREATE TRIGGER matches_keeps_rows BEFORE UPDATE ON matches
BEGIN SELECT RAISE(ABORT, 'matches is append-only'); END;
CREATE TRIGGER matches_keeps_all BEFORE DELETE ON matches
BEGIN SELECT RAISE(ABORT, 'matches is append-only'); END;

CREATE TRIGGER game_results_keeps_rows BEFORE UPDATE ON game_results
BEGIN SELECT RAISE(ABORT, 'game_results is append-only'); END;
CREATE TRIGGER game_results_keeps_all BEFORE DELETE ON game_results
BEGIN SELECT RAISE(ABORT, 'game_results is append-only'); END;

CREATE TRIGGER unfinished_games_keeps_rows BEFORE UPDATE ON unfinished_games
BEGIN SELECT RAISE(ABORT, 'unfinished_games is append-only'); END;
CREATE TRIGGER unfinished_games_keeps_all BEFORE DELETE ON unfinished_games
BEGIN SELECT RAISE(ABORT, 'unfinished_games is append-only'); END;

CREATE TRIGGER match_results_keeps_rows BEFORE UPDATE ON match_results
BEGIN SELECT RAISE(ABORT, 'match_results is append-only'); END;
CREATE TRIGGER match_results_keeps_all BEFORE DELETE ON match_results
BEGIN SELECT RAISE(ABORT, 'match_results is append-only'); END;

CREATE TRIGGER tournament_outcomes_keeps_rows BEFORE UPDATE ON tournament_outcomes
BEGIN SELECT RAISE(ABORT, 'tournament_outcomes is append-only'); END;
CREATE TRIGGER tournament_outcomes_keeps_all BEFORE DELETE ON tournament_outcomes
BEGIN SELECT RAISE(ABORT, 'tournament_outcomes is append-only'); END;

CREATE TRIGGER penalties_keeps_rows BEFORE UPDATE ON penalties
BEGIN SELECT RAISE(ABORT, 'penalties is append-only'); END;
CREATE TRIGGER penalties_keeps_all BEFORE DELETE ON penalties
BEGIN SELECT RAISE(ABORT, 'penalties is append-only'); END;

CREATE TRIGGER catalogues_keeps_rows BEFORE UPDATE ON catalogues
BEGIN SELECT RAISE(ABORT, 'catalogues is append-only'); END;
CREATE TRIGGER catalogues_keeps_all BEFORE DELETE ON catalogues
BEGIN SELECT RAISE(ABORT, 'catalogues is append-only'); END;

CREATE TRIGGER clock_entries_keeps_rows BEFORE UPDATE ON clock_entries
BEGIN SELECT RAISE(ABORT, 'clock_entries is append-only'); END;
CREATE TRIGGER clock_entries_keeps_all BEFORE DELETE ON clock_entries
BEGIN SELECT RAISE(ABORT, 'clock_entries is append-only'); END;

CREATE TRIGGER staff_keeps_rows BEFORE UPDATE ON staff
BEGIN SELECT RAISE(ABORT, 'staff is append-only'); END;
CREATE TRIGGER staff_keeps_all BEFORE DELETE ON staff
BEGIN SELECT RAISE(ABORT, 'staff is append-only'); END;

-- What is in force.

CREATE VIEW current_game_results AS
SELECT * FROM game_results AS r
WHERE version = (SELECT max(version) FROM game_results AS l WHERE l.tournament = r.tournament AND l.record_key = r.record_key);

CREATE VIEW current_match_results AS
SELECT * FROM match_results AS r
WHERE version = (SELECT max(version) FROM match_results AS l WHERE l.tournament = r.tournament AND l.record_key = r.record_key);

CREATE VIEW current_tournament_outcomes AS
SELECT * FROM tournament_outcomes AS r
WHERE version = (SELECT max(version) FROM tournament_outcomes AS l WHERE l.tournament = r.tournament AND l.record_key = r.record_key);

CREATE VIEW current_penalties AS
SELECT * FROM penalties AS r
WHERE version = (SELECT max(version) FROM penalties AS l WHERE l.tournament = r.tournament AND l.record_key = r.record_key);

CREATE VIEW current_entrants AS
SELECT * FROM entrants AS r
WHERE version = (SELECT max(version) FROM entrants AS l WHERE l.tournament = r.tournament AND l.record_key = r.record_key);

CREATE VIEW current_rounds AS
SELECT * FROM rounds AS r
WHERE version = (SELECT max(version) FROM rounds AS l WHERE l.tournament = r.tournament AND l.record_key = r.record_key);
