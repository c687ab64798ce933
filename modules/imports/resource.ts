import { importFiles } from '../../src/contract/files.ts'
import { metadataOf } from '../../src/contract/vocabulary.ts'
import { isStaff } from '../../src/kernel/access/caller.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { filter } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf } from '../../src/kernel/schema.ts'
import { type FileFolder, leftJoinFile } from '../files/public.ts'
import { leftJoinAccount, personName } from '../users/public.ts'
import { ImportRow, ImportState, Kind } from './schema.ts'

const folder = 'imports'

const stateName = `(case import.state ${metadataOf(ImportState)
  .members.map(({ code, name }) => `when ${code} then '${name}'`)
  .join(' ')} end)`

const isRunning = `import.state in (${ImportState.checking}, ${ImportState.applying}, ${ImportState.undoing})`

export const imports = defineResource({
  type: 'imports.import',
  title: 'import',
  path: '/api/Admin/Imports',
  // one import: `importRoute`
  serves: ['list', 'history'],
  access: ['ADMIN'],
  schema: ImportRow,
  table: 'imports.imports',
  alias: 'import',
  joins: {
    file: leftJoinFile('file', folder, 'import.id'),
    account: leftJoinAccount('account', 'import.account_id'),
    progress: 'left join imports.progress progress on progress.import_id = import.id'
  },
  fields: {
    fileName: { sql: 'file.original_name', join: 'file' },
    hasFile: { sql: '(file.id is not null)', join: 'file' },
    state: { sql: stateName },
    stateCode: { sql: 'import.state' },
    hasGood: { sql: '(import.good > 0)' },
    hasFaults: { sql: '(import.bad + import.skipped > 0)' },
    done: { sql: `(case when ${isRunning} then progress.done end)`, join: 'progress' },
    counts: {
      sql: `json_build_object('rows', import.rows, 'good', import.good, 'bad', import.bad, 'skipped', import.skipped)`
    },
    columnsRead: {
      sql: `(select count(*) from jsonb_array_elements(import.columns) choice where choice ->> 'field' is not null)::int`
    },
    // said by `importRoute`
    failureText: { sql: 'null::text' },
    author: { sql: personName('account'), join: 'account' }
  },
  views: {
    list: [
      ...([
        'id',
        'version',
        'kind',
        'fileName',
        'state',
        'stateCode',
        'rows',
        'good',
        'bad',
        'skipped',
        'counts'
      ] as const),
      ...([
        'hasGood',
        'hasFaults',
        'hasFile',
        'done',
        'columns',
        'columnsRead',
        'dryRun',
        'failure',
        'author'
      ] as const),
      ...(['createdAt', 'checkedAt', 'appliedAt', 'undoneAt'] as const)
    ],
    history: ['kind', 'fileName', 'stateCode', 'rows', 'good', 'bad', 'skipped']
  },
  filters: {
    Kind: filter(Kind, kind => sql`import.kind = ${kind}`),
    State: filter(EnumOf(ImportState), state => sql`import.state = ${state}`)
  },
  named: { sql: 'coalesce(file.original_name, import.kind)', join: 'file' },
  sort: '-createdAt'
})

export const importFolder: FileFolder = {
  name: folder,
  types: importFiles,
  uploaders: ['ADMIN'],
  isSubjectVisible: async (_database, _id, reader) => isStaff(reader),
  usualSubject: () => null,
  owner: imports
}
