-- The log is read in the order of its ids: with a cache each connection has a hundred ids of its own, and a later request
-- may get a lower one.
alter sequence request_log_id cache 1;
