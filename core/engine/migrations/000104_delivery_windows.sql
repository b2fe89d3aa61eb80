-- When the message may be handed to a network, as `formatDeliveryWindow` writes it; null: at any time.
alter table message add column delivery_window text collate "C";
