-- What the text asks for when it is used, as the contract's `TemplateVariable`, in the order in which it is asked.
alter table text_template add column variables jsonb not null default '[]';
