/** How the table of saved views is written. */
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
  /** As it was saved; what of it the page still has is said when it is read. */
  declare state: ViewState
  declare createdAt: Date
}
