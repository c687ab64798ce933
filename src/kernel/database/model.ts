/** Objection models whose columns follow from elsewhere, such as a table of fields (`../resources/define-fields.ts`). */
import objection from 'objection'

const { Model, snakeCaseMappers } = objection

type ModelOf<Columns> = Pick<typeof Model, keyof typeof Model> & (new () => objection.Model & Columns)

/**
 * The base class of a table’s model: rows have these columns under their names in camelCase, and those that the model itself declares.
 * `tableName` has its schema: `orders.orders`.
 */
export function modelOf<Columns>(tableName: string): ModelOf<Columns> {
  class Table extends Model {
    static override tableName = tableName
    static override columnNameMappers = snakeCaseMappers()
  }
  return Table as unknown as ModelOf<Columns>
}
