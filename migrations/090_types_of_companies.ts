import type { Knex } from 'knex'

/**
 * A company has every order type that one of its places has. The types that are added here cannot be told from those that staff assigned,
 * so that the way back keeps them: before this step they made no difference.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into companies.company_order_types (company_id, order_type_id, assigned_at)
      select place.company_id, assigned.order_type_id, min(assigned.assigned_at)
      from companies.place_order_types assigned
        join companies.reception_places place on place.id = assigned.reception_place_id
      group by place.company_id, assigned.order_type_id
      on conflict (company_id, order_type_id) do nothing`)
}

export async function down(): Promise<void> {}
