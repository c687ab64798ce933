/** docs/permissions.md is printed from the metadata. `npx vitest run test/contract/permissions.test.ts -u` prints it anew. */
import { expect, it } from 'vitest'
import { roleNames } from '../../src/contract/roles.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { metadataOf } from '../../src/contract/vocabulary.ts'
import type { WhenMetadata } from '../../src/contract/when.ts'
import type { Audience } from '../../src/kernel/access/caller.ts'
import type { AnyCommand } from '../../src/kernel/commands/command.ts'
import { routesOf } from '../../src/kernel/routes/resource-routes.ts'
import { modules } from '../../src/modules.ts'

const columns: readonly Audience[] = [...roleNames, 'waiting', 'signedIn', 'deactivated', 'anyone']
const vocabularies = modules.flatMap(module => module.vocabularies ?? []).map(metadataOf)

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** `currentStatus: new, accepted`, by the words of the field's vocabulary. */
function ruleOf(rule: WhenMetadata, command: AnyCommand): string {
  const properties = command.kind === 'action' ? {} : command.resource.schema.properties
  const said = Object.entries(rule).map(([field, values]) => {
    const schema = (properties as Readonly<Record<string, Schema | undefined>>)[field]
    const words = vocabularies.find(({ name }) => name === schema?.vocabulary)?.members ?? []
    return `${field}: ${values.map(value => words.find(({ code }) => code === value)?.name ?? String(value)).join(', ')}`
  })
  return said.length > 0 ? said.join('; ') : 'yes'
}

const commandRow = (command: AnyCommand): string =>
  row([
    `\`${command.name}\``,
    `\`${command.call}\``,
    ...columns.map(audience => {
      const judgement = command.access[audience]
      return judgement ? ruleOf({ ...judgement.shown, ...judgement.when } as WhenMetadata, command) : ''
    })
  ])

const head = (first: readonly string[]): string[] => [
  row([...first, ...columns]),
  row([...first, ...columns].map(() => '---'))
]

const printed = [
  '# Who may do what',
  '',
  'Printed from the metadata: the same definitions make the routes, the buttons and this page. A cell says `yes`, or the',
  'state that a thing must be in. A client’s every call is about its own company only, and an ordinary client’s of a company',
  'with several departments about its own department. `waiting` are accounts that are not active yet; `signedIn` includes',
  'them; `deactivated` are accounts that somebody has shut, and that no other column but `anyone` includes; `anyone` needs no',
  'account.',
  '',
  '## Commands',
  '',
  ...head(['Command', 'Call']),
  ...modules.flatMap(module => module.commands ?? []).map(commandRow),
  '',
  '## Reads and uploads',
  '',
  ...head(['Call', 'What']),
  ...modules
    .flatMap(module => [...(module.resources ?? []).flatMap(routesOf), ...(module.routes ?? [])])
    .map(({ method, url, summary, access: audiences }) =>
      row([`\`${method} ${url}\``, summary, ...columns.map(audience => (audiences.includes(audience) ? 'yes' : ''))])
    ),
  '',
  '## Pages',
  '',
  ...head(['Page', 'Route']),
  ...modules
    .flatMap(module => module.pages ?? [])
    .map(({ id, route, access: audiences }) =>
      row([
        `\`${id}\``,
        `\`${route}\``,
        ...columns.map(audience => ((audiences as readonly Audience[]).includes(audience) ? 'yes' : ''))
      ])
    ),
  ''
].join('\n')

it('docs/permissions.md is current', async () => {
  await expect(printed).toMatchFileSnapshot('../../docs/permissions.md')
})
