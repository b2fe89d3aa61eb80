-- When the messages of a campaign may be handed to a network, as `formatDeliveryWindow` writes it; null: at any time.
alter table upload add column delivery_window text collate "C";
