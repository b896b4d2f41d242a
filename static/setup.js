// The form of a new event takes the time zone of this browser where none is
// known.
"use strict";

{
  const zone = document.getElementById("zone");
  if (zone && zone.value === "") zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}
