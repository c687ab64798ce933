/** What people do with imports. What takes long is done by a worker (`job.ts`): these commands only say that it is to be done. */
import { Type } from '@sinclair/typebox'
import { importFiles } from '../../src/contract/files.ts'
import { defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { defineLink } from '../../src/kernel/commands/link.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { BlobName } from '../../src/kernel/schema.ts'
import { attachFile, removeFiles, settleUpload } from '../files/public.ts'
import { rememberColumns } from './columns.ts'
import { throwImportError } from './errors.ts'
import { kindOf } from './kinds.ts'
import { ImportProgress, ImportRecord } from './models.ts'
import type { ColumnChoice } from './reading/guess.ts'
import { maxColumns } from './reading/limits.ts'
import { importFolder, imports } from './resource.ts'
import { Column, ImportState, Kind } from './schema.ts'
import { enqueue } from './work.ts'

const undoMs = 24 * 3_600_000

const Columns = Type.Array(Column, { maxItems: maxColumns })

const kindOptions = { call: '/api/Admin/Imports/kinds', value: 'name', label: ['label'] } as const

const StartForm = defineForm({
  schema: Type.Object({
    kind: Kind,
    blobFileName: BlobName({ messages: { required: 'imports.import.file.required' } }),
    columns: Type.Optional(Columns),
    dryRun: Type.Optional(Type.Boolean())
  }),
  omit: ['columns', 'dryRun'],
  fields: {
    kind: { options: kindOptions, help: 'imports.import.kind.help' },
    blobFileName: {
      label: 'imports.import.file',
      help: 'imports.import.file.help',
      upload: { folder: 'imports', types: importFiles }
    }
  }
})

/** @throws imports.unknownField, imports.columnTwice (422) at the row of the column */
function requireFields(known: ReadonlySet<string>, columns: readonly ColumnChoice[]): void {
  const taken = new Set<string>()
  columns.forEach(({ field }, at) => {
    if (!field) return
    if (!known.has(field)) throwImportError.at(`columns.${at}.field`, 'unknownField')
    if (taken.has(field)) throwImportError.at(`columns.${at}.field`, 'columnTwice')
    taken.add(field)
  })
}

const choicesOf = (columns: readonly { readonly header: string; readonly field?: string | null }[]): ColumnChoice[] =>
  columns.map(({ header, field = null }) => ({ header, field }))

/** Takes an uploaded file, and has it checked. Without `dryRun: false` nothing is imported until a person has seen what was found. */
export const startImport = defineCreation(imports, {
  name: 'imports.start',
  call: 'POST /api/Admin/Imports',
  access: { ADMIN: { form: StartForm } },
  ui: { icon: 'upload', key: 'n', queued: true },
  beforeTransaction: (context, { blobFileName }) => settleUpload(context, blobFileName),
  async run(context, { kind, blobFileName, columns: given = [], dryRun = true }) {
    const { trx, now, services, accountId } = context
    const columns = choicesOf(given)
    requireFields(new Set(kindOf(services, kind).columns.map(({ name }) => name)), columns)
    const { id } = await ImportRecord.query(trx).insert({
      kind,
      blobName: blobFileName,
      accountId: accountId as number,
      columns,
      dryRun,
      state: ImportState.checking,
      createdAt: now
    })
    await ImportProgress.query(trx).insert({ importId: id })
    await attachFile(context, importFolder, { blobFileName, subjectId: null, ownerId: id })
    await enqueue(services, trx, id)
    return { id }
  }
})

const ColumnsForm = defineForm({
  schema: Type.Object({ columns: Columns }),
  context: ['kind'],
  fields: {
    columns: {
      help: 'imports.import.columns.help',
      rows: {
        fixed: true,
        fields: {
          header: { control: 'text', readOnly: true, half: true },
          field: {
            half: true,
            options: { call: '/api/Admin/Imports/fields?kind={kind}', value: 'name', label: ['label'] }
          }
        }
      }
    }
  }
})

/** Says which column is which field, remembers it, and has the file checked again. */
export const setColumns = defineCommand(imports, {
  name: 'imports.setColumns',
  call: 'PUT /api/Admin/Imports/:id/columns',
  access: {
    ADMIN: {
      when: { stateCode: [ImportState.checked, ImportState.failed], hasFile: [true] },
      form: ColumnsForm
    }
  },
  ui: { icon: 'table', key: 'k', opensIn: 'panel', queued: true },
  async run({ trx, services, accountId }, { id, kind, columns: present }, { columns: given }) {
    const columns = choicesOf(given)
    const isSame =
      columns.length === present.length && columns.every(({ header }, at) => header === present[at]?.header)
    if (!isSame) refuseField('columns', 'errors.imports.otherColumns')
    requireFields(new Set(kindOf(services, kind).columns.map(({ name }) => name)), columns)
    if (accountId !== null) await rememberColumns(trx, accountId, kind, columns)
    await ImportRecord.query(trx).findById(id).patch({ columns, state: ImportState.checking, failure: null })
    await enqueue(services, trx, id)
  }
})

/** Imports the rows that are right. */
export const apply = defineCommand(imports, {
  name: 'imports.apply',
  call: 'PUT /api/Admin/Imports/:id/apply',
  access: { ADMIN: { when: { stateCode: [ImportState.checked], hasGood: [true] } } },
  ui: { icon: 'check', tone: 'success', key: 'a', confirm: true, queued: true },
  async run({ trx, services, accountId }, { id }) {
    await ImportRecord.query(trx)
      .findById(id)
      .patch({ state: ImportState.applying, failure: null, ...(accountId === null ? {} : { accountId }) })
    await enqueue(services, trx, id)
  }
})

/** Removes what the import made, as long as nobody has changed or used it, for a day. */
export const undo = defineCommand(imports, {
  name: 'imports.undo',
  call: 'PUT /api/Admin/Imports/:id/undo',
  access: { ADMIN: { when: { stateCode: [ImportState.applied] } } },
  ui: { icon: 'undo', tone: 'danger', confirm: true, queued: true },
  async run({ trx, services, now, accountId }, { id }) {
    const record = await ImportRecord.query(trx).findById(id)
    if (!record?.appliedAt || record.appliedAt.getTime() + undoMs < now.getTime()) throwImportError('undoLate')
    await ImportRecord.query(trx)
      .findById(id)
      .patch({ state: ImportState.undoing, failure: null, ...(accountId === null ? {} : { accountId }) })
    await enqueue(services, trx, id)
  }
})

/** Removes an import with its file; what it made stays, and can then not be undone any more. */
export const removeImport = defineCommand(imports, {
  name: 'imports.remove',
  call: 'DELETE /api/Admin/Imports/:id',
  access: {
    ADMIN: {
      when: { stateCode: [ImportState.checked, ImportState.failed, ImportState.applied, ImportState.undone] }
    }
  },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run(context, { id }) {
    await removeFiles(context, importFolder, id)
    await ImportRecord.query(context.trx).deleteById(id)
  }
})

/** The file with a column more: why rows are left out. */
export const reasons = defineLink(imports, {
  name: 'imports.withReasons',
  selection: 'one',
  access: { ADMIN: { when: { hasFaults: [true], hasFile: [true] } } },
  ui: { icon: 'download' },
  download: '/api/Admin/Imports/:id/reasons'
})

export const template = defineLink(imports, {
  name: 'imports.template',
  selection: 'none',
  access: {
    ADMIN: {
      form: defineForm({
        schema: Type.Object({ kind: Kind }),
        fields: { kind: { label: 'imports.import.kind', options: kindOptions } }
      })
    }
  },
  ui: { icon: 'file-excel' },
  download: '/api/Admin/Imports/template'
})
