/** The tabs of a panel: fields of a thing, its history, small lists, rows of another resource, and parts of the browser. */
import type { TObject } from '@sinclair/typebox'
import type { Settings } from '../../../config/settings.ts'
import type { Tone } from '../../contract/vocabulary.ts'
import type { When, WhenMetadata } from '../../contract/when.ts'
import type { Button } from '../commands/link.ts'
import { defined } from '../defined.ts'
import type { FilterKeyOf, ItemOf, Resource, RowOf } from '../resources/resource.ts'
import type { Column } from './list-parts.ts'
import {
  type BesideRows,
  type ItemKey,
  type Keyed,
  keyed,
  type ListRows,
  type ListRowsDefinition,
  rowsDefaults
} from './list-rows.ts'

export interface DetailField<K extends string = string> {
  readonly key: K
  /** Message key of the heading that the field stands under. */
  readonly group?: string
  readonly blank?: string
  /** In the head: the page that its value leads to; `:field` is the thing's. */
  readonly leads?: string
  /** How its value is written, where the schema's format does not fit. */
  readonly format?: 'weekday'
  /** In the tab: the registered component of the browser that draws its value. */
  readonly part?: string
  /** In a head: the label stands before the value. */
  readonly labelled?: true
  /** For which things the field is shown, by other fields of theirs; without it, for all. */
  readonly shown?: WhenMetadata
  /** Whether this installation has it. */
  enabledIf?(settings: Settings): boolean
}

/** Something between the fields that is not a field: a call answers it, and a registered component of the browser draws it. */
export interface LoadedField {
  readonly load: string
  readonly part: string
  /** Message key. */
  readonly label: string
  /** Message key of the heading that it stands under. */
  readonly group?: string
}

/** A step in the life of a thing (`StepMetadata`). */
export interface Step<Row = Record<string, unknown>, K extends string = string> {
  /** Message key. */
  readonly label: string
  readonly key: K
  readonly format?: 'weekday'
  /** The field that is shown, with its label, until the step has a value of its own. */
  readonly until?: K
  readonly reached: When<Row>
  readonly shown?: When<Row>
}

interface TabBase {
  readonly name: string
  readonly commands?: readonly Button[]
  /** Message key; by default `{panel}.{name}`. */
  readonly title?: string
  /** Whether the tab shows a shorter word, `{title}.short`, which is part of its title. */
  readonly short?: boolean
  /** The field of the row whose number the tab shows. */
  readonly count?: string
  /** On which rows the tab is shown; without it, on all. */
  readonly shown?: WhenMetadata
  /** Whether this installation has the tab. */
  enabledIf?(settings: Settings): boolean
}

/** The head above a panel's tabs, made of fields of the thing's details. */
export interface PanelHead<K extends string = string> {
  readonly badge?: K
  /** What is said beside the badge while its rule holds for the thing, in the words `{resource type}.mark.{name}`. */
  readonly marks?: readonly { readonly name: string; readonly tone: Tone; readonly when: WhenMetadata }[]
  /** Values of a line are shown beside each other; missing ones are left out. */
  readonly lines: readonly (readonly (K | DetailField<K>)[])[]
  /** The field with the note that its owner wrote. */
  readonly quote?: K
}

/** A small list that belongs to the thing, loaded at once and without pages. */
export interface ListTab extends TabBase {
  readonly kind: 'list'
  readonly load: string
  readonly schema: TObject
  readonly resourceType: string
  readonly columns: readonly Column[]
}

/** Values of the thing above the rows of a tab, answered by a call of its own. Those that are not known are left out. */
export interface AboveRows {
  readonly load: string
  readonly schema: TObject
  /** Prefix of the fields' messages. */
  readonly resourceType: string
  readonly fields: readonly string[]
}

/** A panel's tab. The resource of its fields gives their labels and formats. */
export type Tab = TabBase &
  (
    | {
        readonly kind: 'fields'
        readonly load: string
        readonly resource: Resource
        readonly fields: readonly (DetailField | LoadedField)[]
        /** Shown above the fields. */
        readonly steps?: readonly Step[]
        /** Small lists under the fields. */
        readonly below?: readonly ListTab[]
      }
    | ListTab
    /** A list of another resource, by its own path or by `load`. The tab's commands are those of its list. */
    | {
        readonly kind: 'rows'
        readonly load: string
        readonly parent?: string
        readonly list: ListRows
        readonly above?: AboveRows
      }
    | { readonly kind: 'timeline'; readonly load: string; readonly resource: Resource }
    | { readonly kind: 'comments'; readonly load: string }
    | { readonly kind: 'part'; readonly part: string }
  )

/** The tab `details`: fields of the thing, read by its own route. */
export const detailsTab = <R extends Resource>(
  resource: R,
  fields: readonly (ItemKey<R> | DetailField<ItemKey<R>> | LoadedField)[],
  {
    name = 'details',
    commands = [],
    steps,
    ...more
  }: Partial<TabBase> & {
    steps?: readonly Step<ItemOf<R>, ItemKey<R>>[] | undefined
    below?: readonly ListTab[]
  } = {}
): Tab => ({
  ...more,
  ...defined({ steps: steps as unknown as readonly Step[] | undefined }),
  name,
  kind: 'fields',
  load: resource.itemPath,
  resource,
  fields: fields.map(field => (typeof field === 'string' ? { key: field } : field)),
  commands
})

/** The tab `history`. */
export const historyTab = (resource: Resource, { name = 'history' }: Partial<TabBase> = {}): Tab => ({
  name,
  kind: 'timeline',
  load: resource.historyPath,
  resource
})

/** A tab with rows of another schema, answered by a route as `{ data: [...] }`. */
export const listTab = <S extends TObject>(
  name: string,
  tab: {
    readonly title?: string
    readonly load: string
    readonly schema: S
    readonly resourceType: string
    readonly columns: readonly Keyed<keyof S['properties'] & string, Column<keyof S['properties'] & string>>[]
  }
): ListTab => ({ ...tab, name, kind: 'list', columns: keyed(tab.columns) })

interface BesideDefinition<R> extends ListRowsDefinition<R> {
  readonly name: string
  readonly part: string
}

/** A list of a resource that stands beside the rows of a page of one day. */
export function besideRows<R extends Resource>(resource: R, beside: BesideDefinition<R>): BesideRows {
  const { name, part, columns, commands = [], ...rows } = beside
  const list = { ...rowsDefaults(resource), search: false, ...rows, columns: keyed(columns) }
  return { name, part, commands, rows: list as unknown as ListRows }
}

/** A tab that is shown for some rows only: `tabWhen(clients, { multiDepartment: [true] }, …)`. */
export const tabWhen = <R extends Resource>(_resource: R, when: When<RowOf<R>>, tab: Tab): Tab => ({
  ...tab,
  shown: when as WhenMetadata
})

interface ResourceTabDefinition<R>
  extends ListRowsDefinition<R>,
    Pick<TabBase, 'title' | 'count' | 'short' | 'enabledIf'> {
  /** A GET path that answers as a list does; `:id` is the panel's row. By default the resource's path. */
  readonly load?: string
  /** The filter whose value is the id of the panel's row. */
  readonly parent?: FilterKeyOf<R>
  readonly above?: AboveRows
}

/**
 * A tab that is a list of another resource, with selection, commands, tint, marks, search and pages of its own. For a command
 * without rows, the panel's row is the context: it fills the path of the call where the form has no field of that name.
 */
export function resourceTab<R extends Resource>(name: string, resource: R, tab: ResourceTabDefinition<R>): Tab {
  const { load = resource.path, parent, above, columns, commands = [], title, count, short, enabledIf, ...rows } = tab
  const list = { ...rowsDefaults(resource), search: false, ...rows, columns: keyed(columns) }
  return {
    name,
    kind: 'rows',
    load,
    commands,
    list: list as unknown as ListRows,
    ...defined({ parent, above, title, count, short, enabledIf })
  }
}
