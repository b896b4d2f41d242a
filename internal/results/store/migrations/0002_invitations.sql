-- An invitation is to one event, whatever address the event has when it is
-- accepted: another event may have taken the address meanwhile.
ALTER TABLE links ADD COLUMN event INTEGER NOT NULL DEFAULT 0;
UPDATE links SET event = coalesce((SELECT id FROM tournaments WHERE tournaments.slug = links.slug), 0) WHERE purpose = 'invite';
ALTER TABLE links DROP COLUMN slug;
