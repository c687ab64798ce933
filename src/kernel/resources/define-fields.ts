/**
 * The fields of a large resource, each declared once: its schema, where it comes from in SQL, who sees it, and the views that have it. The
 * schema, the views, the sources and the roles of `defineResource` follow:
 *
 *     export const documentFields = defineFields({
 *       alias: 'document',
 *       views: ['list', 'details', 'history'],
 *       fields: {
 *         number: { schema: Type.String(), for: 'everyone', in: ['list', 'details'] },
 *         storeName: { schema: Type.String(), ...joined('store', 'name'), for: 'staff', in: ['details', 'history'] }
 *       }
 *     })
 *     export const documents = defineResource({ type: 'warehouse.document', ...documentFields, … })
 *
 * A field without an audience, or with a view that is not named above, does not compile. A view has its fields in the order of the table.
 * A small resource gives its schema and its few exceptions to `defineResource` itself.
 */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { Role } from '../../contract/roles.ts'
import { columnOf, type FieldExpression } from './resource.ts'

/** Who sees a field, of those that see the row. */
export type FieldAudience = 'everyone' | 'staff'

interface Field<View extends string> extends Omit<FieldExpression, 'sql' | 'access'> {
  readonly schema: TSchema
  /** An expression over the resource's alias and joins; by default the field is a column of the resource's own table. */
  readonly sql?: FieldExpression['sql']
  /** The column, where it is not the field's name in snake_case. */
  readonly column?: string
  readonly for: FieldAudience
  readonly in: readonly View[]
}

/** Fields by name. A table that is too long for one file is made of several, each `as const satisfies` this type. */
export type FieldTable<View extends string = string> = Readonly<Record<string, Field<View>>>
type Name<T> = keyof T & string

type SchemasOf<T extends FieldTable> = { -readonly [K in Name<T>]: T[K]['schema'] }
type NamesIn<T extends FieldTable, View> = { [K in Name<T>]: View extends T[K]['in'][number] ? K : never }[Name<T>]
type Join<J> = J extends string ? J : J extends readonly (infer One)[] ? One & string : never
type JoinOf<F> = F extends { readonly join?: infer J } ? Join<J> : never
type OwnColumn<F, K> = F extends { readonly sql: unknown } | { readonly column: unknown } ? never : K

declare const columns: unique symbol

export interface Fields<View extends string, T extends FieldTable<View>> {
  readonly alias: string
  readonly schema: TObject<SchemasOf<T>>
  readonly views: { readonly [V in View]: readonly NamesIn<T, V>[] }
  readonly fields: { readonly [K in Name<T>]: FieldExpression<JoinOf<T[K]>> }
  readonly fieldAccess: { readonly [K in Name<T>]?: readonly Role[] }
  /** Exists for the compiler only. */
  readonly [columns]?: { -readonly [K in Name<T> as OwnColumn<T[K], K>]: Static<T[K]['schema']> }
}

/** The fields that are columns of the resource's own table, under their names: the type of what a model writes there. */
export type ColumnsOf<F extends { readonly [columns]?: unknown }> = NonNullable<F[typeof columns]>

/** The rows of a view. */
export type RowIn<F extends { readonly schema: TObject; readonly views: object }, V extends keyof F['views']> = Pick<
  Static<F['schema']>,
  F['views'][V] extends readonly (infer K)[] ? K & keyof Static<F['schema']> : never
>

/** The roles that see what is for staff alone. */
const staff: readonly Role[] = ['ADMIN']

/**
 * Declares the fields of a resource whose table has this alias, and which views they may be in. Spread into `defineResource`, which
 * checks their joins. Throws when a field’s `column` is no name of a column.
 */
export function defineFields<const View extends string, const T extends FieldTable<NoInfer<View>>>({
  alias,
  views,
  fields
}: {
  readonly alias: string
  readonly views: readonly View[]
  readonly fields: T
}): Fields<View, T> {
  const all = Object.entries<Field<View>>(fields)
  const sourceOf = (name: string, { sql, column, join, sort, walk }: Field<View>): FieldExpression => ({
    sql: sql ?? columnOf(alias, name, column),
    ...(join === undefined ? {} : { join }),
    ...(sort === undefined ? {} : { sort }),
    ...(walk === undefined ? {} : { walk })
  })
  const made: Omit<Fields<string, FieldTable>, typeof columns> = {
    alias,
    schema: Type.Object(Object.fromEntries(all.map(([name, { schema }]) => [name, schema]))),
    views: Object.fromEntries(
      views.map(view => [view, all.flatMap(([name, field]) => (field.in.includes(view) ? [name] : []))])
    ),
    fields: Object.fromEntries(all.map(([name, field]) => [name, sourceOf(name, field)])),
    fieldAccess: Object.fromEntries(all.flatMap(([name, field]) => (field.for === 'staff' ? [[name, staff]] : [])))
  }
  return made as Fields<View, T>
}
