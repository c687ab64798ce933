/**
 * Reconciliation: of every completed order what should agree, its tonnes, KPO, warehouse document and invoice, and in what it
 * does not. A row an order, kept by triggers of the tables that it is made of, so that no writer can forget it, and so that open
 * ones are found, counted and sorted among a million.
 *
 * The differences are bits: 1 no tonnes, 2 no KPO, 4 no document, 8 the document says otherwise, 16 no invoice, 32 another order
 * has the same KPO. Only orders for containers need a document, because documents count containers; it names the order
 * (067_documents_of_orders), and is not canceled. An explanation is good for
 * the differences that it was given for: a new one is open again.
 *
 * Orders that get the same KPO at the same time wait for each other under a lock of that KPO, and so see each other. A statement
 * that changes very many orders (a restore, the demo) takes none: nobody writes beside it.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    set local statement_timeout = 0;
    create table validators.reconciliations (
      id integer primary key constraint reconciliations_order references orders.orders on delete cascade,
      company_id integer not null,
      finished_at timestamptz not null,
      tonnage numeric(8, 2),
      kpo text,
      invoice_number text,
      document_id integer,
      differences smallint not null,
      explained smallint not null default 0,
      comment text,
      explained_at timestamptz,
      explained_by integer constraint reconciliations_account references users.accounts,
      state smallint not null generated always as (
        case when differences = 0 then 0 when differences & ~explained = 0 then 2 else 1 end) stored,
      version integer not null default 1
    );
    comment on table validators.reconciliations is 'A completed order and in what its papers differ. Its id is the order''s.';
    comment on column validators.reconciliations.explained is 'the differences that the comment explains';
    comment on column validators.reconciliations.state is '0 agrees, 1 open, 2 explained';
    create trigger version before update on validators.reconciliations for each row execute function kernel.bump_version();

    create function validators.reconcile(orders integer[]) returns void language sql as $$
      with papers as (
        select d.order_id, max(d.id) as document_id, sum(d.containers_number) filter (where d.document_status = 1) as containers,
          bool_and(d.document_status = 1) as is_approved
        from warehouse.documents d where d.order_id = any(orders) and d.document_status in (0, 1) group by d.order_id
      )
      insert into validators.reconciliations as r (id, company_id, finished_at, tonnage, kpo, invoice_number, document_id, differences)
      select o.id, o.company_id, coalesce(o.finished_at, o.created_at), o.tonnage, o.kpo, o.invoice_number, p.document_id,
        case when coalesce(o.tonnage, 0) = 0 then 1 else 0 end | case when o.kpo is null then 2 else 0 end
          | case when o.order_type_id = 3 and p.order_id is null then 4 else 0 end
          | case when p.order_id is not null and (not p.is_approved
              or o.order_type_id = 3 and coalesce(p.containers, 0) <> coalesce(o.quantity_taken, 0)) then 8 else 0 end
          | case when o.invoice_number is null then 16 else 0 end
      from orders.orders o left join papers p on p.order_id = o.id
      where o.id = any(orders) and o.status in (3, 5)
      order by o.id
      on conflict (id) do update set company_id = excluded.company_id, finished_at = excluded.finished_at,
        tonnage = excluded.tonnage, kpo = excluded.kpo, invoice_number = excluded.invoice_number,
        document_id = excluded.document_id, differences = excluded.differences | (r.differences & 32);
      delete from validators.reconciliations r using orders.orders o
      where r.id = any(orders) and o.id = r.id and o.status not in (3, 5);
    $$;
    comment on function validators.reconcile is 'Makes the rows of these orders as they are now, all but whether a KPO is shared.';

    create function validators.reconcile_kpos(kpos text[]) returns void language sql as $$
      update validators.reconciliations r set differences = case when same.n > 1 then r.differences | 32 else r.differences & ~32 end
      from (select kpo, count(*) as n from validators.reconciliations where kpo = any(kpos) group by kpo) same
      where r.kpo = same.kpo and (same.n > 1) <> (r.differences & 32 > 0);
      update validators.reconciliations set differences = differences & ~32 where kpo is null and differences & 32 > 0;
    $$;
    comment on function validators.reconcile_kpos is 'Marks the orders whose KPO another order has, too.';

    create function validators.reconcile_all() returns void language sql as $$
      select validators.reconcile(array(select id from orders.orders where status in (3, 5)));
      select validators.reconcile_kpos(array(select kpo from validators.reconciliations group by kpo having count(*) > 1));
    $$;
    comment on function validators.reconcile_all is 'Makes every row anew: for what was written without the triggers.';
    select validators.reconcile_all();

    create index reconciliations_by_finish on validators.reconciliations (state, finished_at desc, id desc);
    create index reconciliations_by_tonnage on validators.reconciliations (state, tonnage nulls first, finished_at desc, id desc);
    create index reconciliations_by_kpo on validators.reconciliations (state, kpo nulls first, finished_at desc, id desc);
    create index reconciliations_by_invoice
      on validators.reconciliations (state, invoice_number nulls first, finished_at desc, id desc);
    create index reconciliations_by_document
      on validators.reconciliations (state, document_id nulls first, finished_at desc, id desc);
    create index reconciliations_by_order on validators.reconciliations (state, id);
    create index reconciliations_by_difference on validators.reconciliations (differences, state, finished_at desc, id desc);
    create index reconciliations_by_company on validators.reconciliations (company_id, state, finished_at desc, id desc);
    create index reconciliations_kpo on validators.reconciliations (kpo) where kpo is not null;

    create function validators.reconcile_orders(changed integer[], kpos text[]) returns void language plpgsql as $$
    begin
      if cardinality(changed) is null or cardinality(changed) = 0 then
        return;
      end if;
      if cardinality(kpos) between 1 and 100 then
        perform pg_advisory_xact_lock(20312, hash) from (
          select distinct hashtext(kpo) as hash from unnest(kpos) kpo order by 1) locks;
      end if;
      perform validators.reconcile(changed);
      perform validators.reconcile_kpos(kpos);
    end $$;

    create function validators.order_inserted() returns trigger language plpgsql as $$
    begin
      perform validators.reconcile_orders(array_agg(id), array_agg(distinct kpo) filter (where kpo is not null))
        from fresh where status in (3, 5);
      return null;
    end $$;
    create function validators.order_updated() returns trigger language plpgsql as $$
    begin
      perform validators.reconcile_orders(array_agg(distinct id), array_agg(distinct kpo) filter (where kpo is not null)) from (
        select n.id, unnest(array[n.kpo, o.kpo]) as kpo from fresh n join stale o using (id)
        where (n.status in (3, 5) or o.status in (3, 5))
          and (n.status, n.company_id, n.finished_at, n.tonnage, n.kpo, n.invoice_number, n.quantity_taken, n.order_type_id)
            is distinct from
            (o.status, o.company_id, o.finished_at, o.tonnage, o.kpo, o.invoice_number, o.quantity_taken, o.order_type_id)
      ) changed;
      return null;
    end $$;
    create trigger reconcile_inserted after insert on orders.orders
      referencing new table as fresh for each statement execute function validators.order_inserted();
    create trigger reconcile_updated after update on orders.orders
      referencing new table as fresh old table as stale for each statement execute function validators.order_updated();

    create function validators.document_changed() returns trigger language plpgsql as $$
    begin
      perform validators.reconcile(array_remove(array[new.order_id, old.order_id], null));
      return null;
    end $$;
    create trigger reconcile_inserted after insert on warehouse.documents
      for each row when (new.order_id is not null) execute function validators.document_changed();
    create trigger reconcile_updated after update of order_id, document_status, containers_number on warehouse.documents
      for each row when ((old.order_id, old.document_status, old.containers_number)
        is distinct from (new.order_id, new.document_status, new.containers_number))
      execute function validators.document_changed();
    create trigger reconcile_deleted after delete on warehouse.documents
      for each row when (old.order_id is not null) execute function validators.document_changed();

    create function validators.count_inserted() returns trigger language plpgsql as $$
    begin
      insert into kernel.counts (list, key, n) select 'reconciliations', state::text, count(*) from fresh group by state;
      return null;
    end $$;
    create function validators.count_updated() returns trigger language plpgsql as $$
    begin
      insert into kernel.counts (list, key, n)
        select 'reconciliations', state::text, sum(n) from (
          select state, count(*) as n from fresh group by state union all select state, -count(*) from stale group by state
        ) delta group by state having sum(n) <> 0;
      return null;
    end $$;
    create function validators.count_deleted() returns trigger language plpgsql as $$
    begin
      insert into kernel.counts (list, key, n) select 'reconciliations', state::text, -count(*) from stale group by state;
      return null;
    end $$;
    insert into kernel.counts (list, key, n)
      select 'reconciliations', state::text, count(*) from validators.reconciliations group by state;
    create trigger count_inserted after insert on validators.reconciliations
      referencing new table as fresh for each statement execute function validators.count_inserted();
    create trigger count_updated after update on validators.reconciliations
      referencing new table as fresh old table as stale for each statement execute function validators.count_updated();
    create trigger count_deleted after delete on validators.reconciliations
      referencing old table as stale for each statement execute function validators.count_deleted();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger reconcile_inserted on orders.orders;
    drop trigger reconcile_updated on orders.orders;
    drop trigger reconcile_inserted on warehouse.documents;
    drop trigger reconcile_updated on warehouse.documents;
    drop trigger reconcile_deleted on warehouse.documents;
    drop table validators.reconciliations;
    drop function validators.order_inserted();
    drop function validators.order_updated();
    drop function validators.document_changed();
    drop function validators.count_inserted();
    drop function validators.count_updated();
    drop function validators.count_deleted();
    drop function validators.reconcile_orders(integer[], text[]);
    drop function validators.reconcile_kpos(text[]);
    drop function validators.reconcile_all();
    drop function validators.reconcile(integer[]);
    delete from kernel.counts where list = 'reconciliations';
    delete from kernel.changes where resource_type = 'validators.reconciliation';
  `)
}
