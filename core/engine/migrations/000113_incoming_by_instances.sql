-- An incoming SMS may also be handed over by an instance of an interface, in the form of that interface: instance:<name>.
alter table channel drop constraint channel_incoming_handler_check;
alter table channel add constraint channel_incoming_handler_check
  check (incoming_handler in ('json', 'get', 'soap') or incoming_handler like 'instance:_%');
