-- A database on a server has no named snapshots any more: drops the tables that were copied for them.
do $$
declare
  copied text;
begin
  for copied in select relname from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname ~ '^snapshot_(copy|differing)'
  loop
    execute format('drop table %I', copied);
  end loop;
end $$;
