/** The model by which the table of saved views is written. */
import objection from 'objection'
import type { ViewState } from '../../src/contract/view.ts'

const { Model, snakeCaseMappers } = objection

export class StoredView extends Model {
  static override tableName = 'views.saved_views'
  static override columnNameMappers = snakeCaseMappers()
  static override jsonAttributes = ['state']

  declare id: number
  declare accountId: number
  /** Id of the list page. */
  declare page: string
  declare name: string
  declare isShared: boolean
  /** The state as it was saved. Parts that the page no longer has are removed when it is read. */
  declare state: ViewState
  declare createdAt: Date
}
