/** What the application refuses to start with: names twice, buttons without commands, extension points without owners. */
import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { type AnyCommand, defineCommand } from '../../src/kernel/commands/command.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import {
  collectExtensions,
  defineExtensionPoint,
  defineField,
  defineSlot,
  defineVeto
} from '../../src/kernel/extension-points.ts'
import { checkModules, enabledIn, type Module } from '../../src/kernel/module.ts'
import { definePage, seeLink } from '../../src/kernel/pages/pages.ts'
import { detailsTab } from '../../src/kernel/pages/tabs.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Id, Version } from '../../src/kernel/schema.ts'
import { menu, modules } from '../../src/modules.ts'

const values = defineResource({
  type: 'test.value',
  title: 'value',
  path: '/api/test/values',
  access: ['ADMIN'],
  schema: Type.Object({ id: Id, version: Version, value: Type.String() }),
  table: 'catalogue.dictionary_values',
  alias: 'v',
  sort: 'value'
})
const change = defineCommand(values, { name: 'test.change', call: 'PUT /api/test/:id', access: { ADMIN: {} } })
const onList = { id: 'test.values', route: '/test', group: 'settings', columns: ['value'] } as const
const page = definePage(values, { ...onList, commands: [seeLink(values), change] })
const inPanel = definePage(values, { ...onList, panel: [detailsTab(values, ['value'], { commands: [change] })] })

const accounting = { ACCOUNTING_URL: 'http://127.0.0.1:9', ACCOUNTING_SECRET: '0123456789abcdef0123456789abcdef' }

const whole: Module = { name: 'test', resources: [values], commands: [change], pages: [page] }
const start = (...given: Module[]) => checkModules(given, menu)

describe('modules', () => {
  it('as they are can start', () => {
    expect(() => start(...modules)).not.toThrow()
    expect(() => start(whole)).not.toThrow()
  })

  it.each([
    ['on a list', { ...whole, commands: [] }],
    ['in a panel', { ...whole, commands: [], pages: [inPanel] }]
  ])('with a button %s whose command no module names cannot', (_, module) => {
    expect(() => start(module)).toThrow('test.values shows test.change, which no module names among its commands')
  })

  it('with two commands, pages or resources of one name cannot', () => {
    expect(() => start(whole, { name: 'other', commands: [{ ...change }] })).toThrow(
      'Two commands are called test.change'
    )
    expect(() => start(whole, { name: 'other', pages: [{ ...page }] })).toThrow('Two pages are called test.values')
    expect(() => start(whole, { name: 'other', resources: [values] })).toThrow('Two resources are called test.value')
  })

  it('with a page in a group that the menu does not have cannot', () => {
    expect(() => start({ ...whole, pages: [{ ...page, group: 'nowhere' }] })).toThrow('the menu group nowhere')
  })

  it('leave out the links and pages that the installation does not have', () => {
    const enabledIf = ({ accountingUrl }: { accountingUrl: string }): boolean => accountingUrl !== ''
    const link = { ...seeLink(values), enabledIf }
    const more = { ...page, id: 'test.more', enabledIf }
    const module: Module = { ...whole, pages: [{ ...page, commands: [link, change] }, more] }
    const [off] = enabledIn([module], readSettings({ NODE_ENV: 'test' }))
    expect(off?.pages).toEqual([{ ...page, commands: [change], panel: undefined }])
    const [on] = enabledIn([module], readSettings({ NODE_ENV: 'test', ...accounting }))
    expect(on?.pages?.map(({ id }) => id)).toEqual(['test.values', 'test.more'])
  })

  it('keep what the installation cannot do, and say why: its call and its buttons in list, panel and groups without rows', () => {
    const disabledIf = ({ accountingUrl }: { accountingUrl: string }) => (accountingUrl ? undefined : 'kernel.state')
    const command = { ...change, disabledIf }
    const panel = [detailsTab(values, ['value'], { commands: [command] })]
    const rowless = { resource: values, fixed: {}, titles: ['value'], commands: [command] }
    const groups = { key: 'value', title: 'value', filter: 'Value', summary: '/api/test', commands: [], rowless }
    const views = [{ name: 'grouped', groups }]
    const module: Module = { ...whole, commands: [command], pages: [{ ...page, commands: [command], panel, views }] }
    const reasonsIn = ([one]: readonly Module[]) => {
      const [list] = one?.pages ?? []
      if (list?.kind !== 'list') return []
      const ofGroups = list.views[0]?.groups?.rowless?.commands
      return [one?.commands, list.commands, list.panel?.[0]?.commands, ofGroups].map(
        commands => (commands?.[0] as AnyCommand | undefined)?.disabled
      )
    }
    const states = ['kernel.state', 'kernel.state', 'kernel.state', 'kernel.state']
    expect(reasonsIn(enabledIn([module], readSettings({ NODE_ENV: 'test' })))).toEqual(states)
    const on = enabledIn([module], readSettings({ NODE_ENV: 'test', ...accounting }))
    expect(reasonsIn(on)).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('extension points', () => {
  const many = defineExtensionPoint<number>('test.many')
  const one = defineSlot<number>('test.one')
  const field = defineField('test.field', raw('0'))
  const owner: Module = { name: 'owner', extensionPoints: [many, one, field], extends: [one.fill(1)] }

  it('give what modules fill in, in their order; a field that nobody fills is its fallback', () => {
    const filled = collectExtensions([
      owner,
      { name: 'a', extends: [many.fill(1)] },
      { name: 'b', extends: [many.fill(2)] }
    ])
    expect([many.all(filled), one.of(filled), field.of(filled).sql]).toEqual([[1, 2], 1, '0'])
  })

  it('are refused without an owner, filled twice, or left empty where they are required', () => {
    expect(() => collectExtensions([{ name: 'a', extends: [many.fill(1)] }])).toThrow('a fills test.many')
    expect(() => collectExtensions([owner, { name: 'a', extends: [one.fill(2)] }])).toThrow('a second time')
    expect(() => collectExtensions([{ name: 'owner', extensionPoints: [one] }])).toThrow('No module fills test.one')
    const twin = defineExtensionPoint<number>('test.many')
    expect(() => collectExtensions([{ name: 'owner', extensionPoints: [many, twin] }])).toThrow('share a name')
  })

  it('of a veto ask everyone, and the first refusal ends it', async () => {
    const before = defineVeto('test.removal')
    const asked: string[] = []
    const extensions = collectExtensions([
      { name: 'owner', extensionPoints: [before] },
      { name: 'a', extends: [before.fill(async (_, ids) => void asked.push(`a ${ids}`))] },
      { name: 'b', extends: [before.fill(() => Promise.reject(new Error('in use')))] },
      { name: 'c', extends: [before.fill(async () => void asked.push('c'))] }
    ])
    await expect(before.check({ trx: undefined as never, services: { extensions } }, [1, 2])).rejects.toThrow('in use')
    expect(asked).toEqual(['a 1,2'])
  })
})
