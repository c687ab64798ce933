import type { Knex } from 'knex'

/**
 * Phones are kept in one form: nine digits of Poland, else E.164. What was typed otherwise is brought into it where it can be read in one
 * way only: without what stands between digits, with `00` as `+`, and a number as it is dialled in the country gets its code. The rest
 * stays as it is, until somebody corrects it. There is no way back to how people typed. (A question mark would be taken for a parameter.)
 */
const inCountries = (column: string, country: string): string => `
  case
    when ${column} ~ '[^-+0-9 ()./\u2010-\u2015]' then ${column}
    when ${country} = 1 then coalesce(substring(compact from '^\\+48(\\d{9})$'), substring(compact from '^\\d{9}$'), ${column})
    when compact ~ '^\\+[1-9]\\d{6,14}$' then compact
    when ${country} = 2 then coalesce('+49' || substring(compact from '^0([1-9]\\d{3,13})$'), ${column})
    when ${country} = 3 then coalesce('+421' || substring(compact from '^0{0,1}([1-9]\\d{8})$'), ${column})
    when ${country} = 4 then coalesce('+372' || substring(compact from '^([3-9]\\d{6,7})$'), ${column})
    when ${country} = 5 then coalesce('+420' || substring(compact from '^([2-9]\\d{8})$'), ${column})
    else ${column}
  end`

const compact = (column: string): string =>
  `regexp_replace(regexp_replace(${column}, '[- ()./\u2010-\u2015]', '', 'g'), '^00', '+')`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update users.accounts account set phone = better.phone
      from (select a.id, ${inCountries('a.phone', 'coalesce(c.country, 1)')} as phone
        from users.accounts a left join companies.companies c on c.id = a.company_id
          cross join lateral (select ${compact('a.phone')} as compact) written
        where a.phone is not null) better
      where better.id = account.id and better.phone <> account.phone;
    update companies.reception_places place set phone = better.phone
      from (select p.id, ${inCountries('p.phone', 'c.country')} as phone
        from companies.reception_places p join companies.companies c on c.id = p.company_id
          cross join lateral (select ${compact('p.phone')} as compact) written
        where p.phone is not null) better
      where better.id = place.id and better.phone <> place.phone;
  `)
}

export async function down(): Promise<void> {}
