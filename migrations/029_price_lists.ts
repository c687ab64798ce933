import type { Knex } from 'knex'

/**
 * One list of all prices, whatever their kind: general, postal, special of a company, special of a place. It is a view, so that a
 * price is stored once. Special prices keep their ids; general and postal ones get numbers from 2,000,000,000, made of the item
 * and the digit (10 for the general price), so that a row of the list has an id that stays.
 *
 * The API names a general price by its item: `pricing.named_prices` gives it that id.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create view pricing.named_prices as
      select order_type_item_id as id, order_type_item_id, price, postal_code_prices, version from pricing.general_prices;

    -- What a company or a place has agreed, ended prices included; and what an item's removal takes along.
    create index special_prices_of_company on pricing.special_prices (company_id, date_from) where company_id is not null;
    create index special_prices_of_place on pricing.special_prices (reception_place_id, date_from)
      where reception_place_id is not null;
    create index special_prices_of_item on pricing.special_prices (order_type_item_id);

    create view pricing.present_special_prices as select * from pricing.special_prices where ended_at is null;

    create view pricing.all_prices as
      select id, case when company_id is null then 2 else 3 end as kind, order_type_item_id, null::smallint as digit,
        company_id, reception_place_id, date_from, date_to, value, ended_at, true as in_use
      from pricing.special_prices
      union all
      select 2000000000 + order_type_item_id * 11 + 10, 0, order_type_item_id, null, null, null, null, null, price, null, true
      from pricing.general_prices
      union all
      select 2000000000 + order_type_item_id * 11 + digit, 1, order_type_item_id, digit, null, null, null, null, value, null,
        general.postal_code_prices
      from pricing.postal_prices join pricing.general_prices general using (order_type_item_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view pricing.all_prices;
    drop view pricing.present_special_prices;
    drop index pricing.special_prices_of_company;
    drop index pricing.special_prices_of_place;
    drop index pricing.special_prices_of_item;
    drop view pricing.named_prices;
  `)
}
