/** The metadata of a panel for one caller: its head and its tabs, without fields that are hidden from the role. */
import type { PanelMetadata, TabMetadata } from '../../contract/list.ts'
import type { PanelField, PanelHeadMetadata, StepMetadata } from '../../contract/panel.ts'
import type { Schema } from '../../contract/schema.ts'
import type { WhenMetadata } from '../../contract/when.ts'
import type { Caller } from '../access/caller.ts'
import { defined } from '../defined.ts'
import type { AboveRows, DetailField, ListTab, LoadedField, PanelHead, Step, Tab } from '../pages/tabs.ts'
import type { Resource } from '../resources/resource.ts'
import { historyFields, visibleFields } from '../resources/select.ts'
import { commandsMetadata } from './command-metadata.ts'
import { columnMetadata, formatted, rowsMetadata } from './rows-metadata.ts'

export const panelMetadata = (
  resource: Resource,
  tabs: readonly Tab[],
  head: PanelHead | undefined,
  caller: Caller
): PanelMetadata => ({
  name: resource.panel,
  title: `${resource.panel}.title`,
  ...defined({ head: head && headMetadata(resource, head, caller) }),
  tabs: tabs.map(tab => tabMetadata(resource.panel, tab, caller))
})

function headMetadata(
  resource: Resource,
  { badge, marks, lines, quote }: PanelHead,
  caller: Caller
): PanelHeadMetadata {
  const visible = visibleFields(resource, 'details', caller)
  const field = (shown: string | DetailField) => {
    const { key, format, ...more } = typeof shown === 'string' ? ({ key: shown } as DetailField) : shown
    return visible.includes(key) ? [{ ...fieldMetadata(resource, key, format), ...more }] : []
  }
  const one = (key: string | undefined) => (key === undefined ? undefined : field(key)[0])
  return {
    load: resource.itemPath,
    lines: lines.map(line => line.flatMap(field)),
    ...defined({
      badge: one(badge),
      marks: marks?.map(({ name, tone, when }) => ({ tone, when, label: `${resource.type}.mark.${name}` })),
      quote: one(quote)
    })
  }
}

const fieldMetadata = (
  { type, schema }: Pick<Resource, 'type' | 'schema'>,
  key: string,
  format?: string
): PanelField => ({
  key,
  label: `${type}.${key}`,
  schema: formatted(schema.properties[key] as Schema, format)
})

const aboveMetadata = ({ load, schema, resourceType: type, fields }: AboveRows) => ({
  load,
  fields: fields.map(key => fieldMetadata({ type, schema }, key))
})

const loadedMetadata = ({ part, load, label, group }: LoadedField): PanelField => ({
  key: part,
  label,
  schema: {},
  part,
  loaded: { load },
  ...defined({ group })
})

const smallListMetadata = (panel: string, { name, title = `${panel}.${name}`, load, ...list }: ListTab) => ({
  title,
  load,
  columns: list.columns.map(column => columnMetadata(list.schema, list.resourceType, column, []))
})

const stepMetadata = (resource: Resource, { label, key, format, until, reached, shown }: Step): StepMetadata => ({
  label,
  field: fieldMetadata(resource, key, format),
  reached: reached as WhenMetadata,
  ...defined({
    until: until === undefined ? undefined : fieldMetadata(resource, until, format),
    shown: shown as WhenMetadata | undefined
  })
})

function tabMetadata(panel: string, tab: Tab, caller: Caller): TabMetadata {
  const { name, title = `${panel}.${name}`, short, commands = [], count, shown } = tab
  const base = {
    name,
    title,
    commands: tab.kind === 'rows' ? [] : commandsMetadata(commands, caller),
    ...defined({ short: short ? `${title}.short` : undefined, count, shown })
  }
  if (tab.kind === 'part') return { ...base, kind: 'part', part: tab.part }
  if (tab.kind === 'comments') return { ...base, kind: 'comments', load: tab.load }
  if (tab.kind === 'list') return { ...base, kind: 'list', ...smallListMetadata(panel, tab) }
  if (tab.kind === 'rows') {
    const list = rowsMetadata(`${panel}.${name}`, tab.load, tab.list, commands, caller)
    return {
      ...base,
      kind: 'rows',
      list,
      ...defined({ parent: tab.parent, above: tab.above && aboveMetadata(tab.above) })
    }
  }
  const { resource } = tab
  if (tab.kind === 'timeline') {
    const fields = historyFields(resource, caller).map(key => fieldMetadata(resource, key))
    return { ...base, kind: 'timeline', load: tab.load, fields }
  }
  const visible = visibleFields(resource, 'details', caller)
  const fields = tab.fields.flatMap(field => {
    if ('load' in field) return [loadedMetadata(field)]
    const { key, format, enabledIf: _, ...more } = field
    return visible.includes(key) ? [{ ...fieldMetadata(resource, key, format), ...more }] : []
  })
  const below = tab.below?.map(list => smallListMetadata(panel, list))
  const steps = tab.steps?.map(step => stepMetadata(resource, step))
  return { ...base, kind: 'fields', load: tab.load, fields, ...defined({ below, steps }) }
}
