/** The page of containers whose position contradicts the stock, and the form of the missing document, filled in. */
import { Type } from '@sinclair/typebox'
import { dayOf } from '../../../src/contract/days.ts'
import type { FormDefinition } from '../../../src/kernel/commands/form.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab } from '../../../src/kernel/pages/tabs.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { Day, EnumOf, Id, Nullable } from '../../../src/kernel/schema.ts'
import { companyOfPlace } from '../../companies/public.ts'
import { documentCreation } from '../../warehouse/resources.ts'
import { beforeSql, custody } from './resource.ts'
import { type Holder, suggestedDocument } from './rules.ts'

const documentPath = '/IoT/custody/:id/document'

const holderOf = (storeId: number | null, placeId: number | null): Holder | undefined => {
  if (storeId !== null) return { kind: 'store', id: storeId }
  return placeId === null ? undefined : { kind: 'place', id: placeId }
}

export const custodyRoute = defineRoute({
  url: documentPath,
  access: custody.access,
  summary: 'The document that is missing for a container to stand where it does, as far as it can be known',
  answer: ItemResponse(
    Type.Object({
      documentType: EnumOf(documentCreation.types),
      documentDate: Day,
      companyId: Nullable(Id),
      departmentId: Nullable(Id),
      receptionPlaceId: Nullable(Id),
      internalStoreId: Nullable(Id),
      containersNumber: Type.Integer({ minimum: 1 }),
      description: Nullable(Type.String())
    })
  ),
  run: async ({ services: { db }, id }) => {
    const row = orNotFound(
      await queryOne<{
        storeId: number | null
        placeId: number | null
        storeBefore: number | null
        placeBefore: number | null
        since: Date
        number: string | null
      }>(
        db,
        sql`select custody.store_id as "storeId", custody.place_id as "placeId", before.store_id as "storeBefore",
            before.place_id as "placeBefore", custody.stay_first_ts as since, custody.container_number as number
          from ${raw(custody.table)} custody ${raw(beforeSql)} where custody.id = ${id}`
      )
    )
    const here = orNotFound(holderOf(row.storeId, row.placeId))
    const { type, ...document } = suggestedDocument(holderOf(row.storeBefore, row.placeBefore), here)
    const { receptionPlaceId } = document
    const place = receptionPlaceId === null ? undefined : await companyOfPlace(db, receptionPlaceId)
    return {
      data: {
        ...document,
        documentType: documentCreation.types[type],
        documentDate: dayOf(row.since),
        companyId: place?.companyId ?? null,
        departmentId: place?.departmentId ?? null,
        containersNumber: 1,
        description: row.number
      }
    }
  }
})

const { command, form } = documentCreation

const CustodyForm: FormDefinition<typeof form.schema> = {
  ...form,
  load: documentPath,
  fields: { ...form.fields, CompanyId: { ...form.fields?.CompanyId, from: 'companyId' } }
}

/** Opens the form of a new document, filled in with the move that the sensor reported. */
export const fillDocument = defineLink(custody, {
  name: 'iot.fillDocument',
  icon: 'file-edit',
  tone: 'info',
  selection: 'one',
  access: { ADMIN: { form: CustodyForm } },
  creates: command
})

const seeOnMap = defineLink(custody, {
  name: 'iot.seeCustodyOnMap',
  icon: 'map-marker',
  selection: 'one',
  access: { ADMIN: {} },
  navigate: '/store/container/map?Id=:id'
})

export const custodyPage = definePage(custody, {
  id: 'iot.custodyList',
  route: '/store/custody',
  group: 'store',
  place: 8,
  columns: [
    'containerNumber',
    { key: 'holderName', grow: 2 },
    { key: 'since', under: 'holderName' },
    { key: 'holderBefore', grow: 1.6 },
    'located',
    'ledger'
  ],
  commands: [fillDocument, seeOnMap],
  panel: [
    detailsTab(custody, ['containerNumber', 'holderName', 'since', 'holderBefore', 'located', 'ledger'], {
      commands: [fillDocument, seeOnMap]
    })
  ]
})
