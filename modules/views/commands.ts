/**
 * The commands to save, rename, replace, share and remove a view. By the resource's `visibleTo` they see a person's own views, and for
 * administrators also shared ones.
 */
import { Type } from '@sinclair/typebox'
import { maxOwnViews, maxSharedViews, maxViewName, sharingRole } from '../../src/contract/view.ts'
import { type CommandContext, defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { opens } from '../../src/kernel/metadata/routes.ts'
import { allPages } from '../../src/kernel/pages/pages.ts'
import { Text } from '../../src/kernel/schema.ts'
import { throwViewError } from './errors.ts'
import { StoredView } from './models.ts'
import { State, savedViews } from './resource.ts'
import { viewStateFrom } from './state.ts'

const Name = Text(maxViewName, { minLength: 1 })
const hidden = { control: 'hidden' } as const

/** The person types the name; the browser adds the page and the state of the list. */
const CreateForm = defineForm({
  schema: Type.Object({ name: Name, page: Text(60, { minLength: 1 }), state: State }),
  fields: { page: hidden, state: hidden }
})
const RenameForm = defineForm({ schema: Type.Object({ name: Name }) })
const ReplaceForm = defineForm({ schema: Type.Object({ state: State }), fields: { state: hidden } })

type Context = Pick<CommandContext, 'trx'>

/** Makes concurrent commands of an account wait for each other, so that the checks of names and limits are right. */
const takeTurns = ({ trx }: Context, accountId: number) =>
  queryOne(trx, sql`select pg_advisory_xact_lock(hashtext('views.ofAccount'), ${accountId}::int)`)

async function ownerOf({ trx }: Context, id: number): Promise<number> {
  const view = await queryOne<{ accountId: number }>(
    trx,
    sql`select account_id as "accountId" from views.saved_views where id = ${id}`
  )
  return view?.accountId ?? throwProblem('notFound')
}

interface Named {
  readonly accountId: number
  readonly page: string
  readonly name: string
}

/** Refuses a name that another view of the owner has on this page. */
async function requireFreeName({ trx }: Context, { accountId, page, name }: Named, id = 0): Promise<void> {
  const taken = await queryOne(
    trx,
    sql`select id from views.saved_views
      where account_id = ${accountId} and page = ${page} and lower(name) = lower(${name}) and id <> ${id}`
  )
  if (taken) throwViewError.at('name', 'nameTaken')
}

async function requireRoom({ trx }: Context, accountId: number): Promise<void> {
  const kept = await queryOne<{ n: number }>(
    trx,
    sql`select count(*)::int as n from views.saved_views where account_id = ${accountId}`
  )
  if ((kept?.n ?? 0) >= maxOwnViews) throwViewError('tooMany')
}

const create = defineCreation(savedViews, {
  name: 'views.create',
  call: 'POST /api/Views',
  access: { ADMIN: { form: CreateForm }, SERVICE_TECHNICAN: { form: CreateForm } },
  async run(context, { name: given, page, state }) {
    const { trx, now, caller, services } = context
    const own = allPages.of(services.extensions).filter(one => caller && opens(one, caller))
    const isKnown = own.some(({ kind, id }) => kind === 'list' && id === page)
    if (!isKnown) refuseField('page', 'check.choice')
    const view = { accountId: context.accountId as number, page, name: given.trim() }
    await takeTurns(context, view.accountId)
    await requireFreeName(context, view)
    await requireRoom(context, view.accountId)
    const { id } = await StoredView.query(trx).insert({ ...view, state: viewStateFrom(state), createdAt: now })
    return { id }
  }
})

const rename = defineCommand(savedViews, {
  name: 'views.rename',
  call: 'PUT /api/Views/:id/name',
  icon: 'pencil',
  access: { ADMIN: { form: RenameForm }, SERVICE_TECHNICAN: { form: RenameForm } },
  async run(context, { id, page }, { name: given }) {
    const name = given.trim()
    const accountId = await ownerOf(context, id)
    await takeTurns(context, accountId)
    await requireFreeName(context, { accountId, page, name }, id)
    await StoredView.query(context.trx).findById(id).patch({ name })
  }
})

/** Replaces the state of the view by that of the list. */
const replace = defineCommand(savedViews, {
  name: 'views.replace',
  call: 'PUT /api/Views/:id/state',
  icon: 'save',
  access: { ADMIN: { form: ReplaceForm }, SERVICE_TECHNICAN: { form: ReplaceForm } },
  async run({ trx }, { id }, { state }) {
    await StoredView.query(trx)
      .findById(id)
      .patch({ state: viewStateFrom(state) })
  }
})

const share = defineCommand(savedViews, {
  name: 'views.share',
  call: 'PUT /api/Views/:id/share',
  icon: 'users',
  access: { [sharingRole]: {} },
  async run({ trx }, { id, isShared }) {
    if (isShared) return
    await queryOne(trx, sql`select pg_advisory_xact_lock(hashtext('views.shared'))`)
    const shared = await queryOne<{ n: number }>(
      trx,
      sql`select count(*)::int as n from views.saved_views where is_shared`
    )
    if ((shared?.n ?? 0) >= maxSharedViews) throwViewError('tooManyShared')
    await StoredView.query(trx).findById(id).patch({ isShared: true })
  }
})

const unshare = defineCommand(savedViews, {
  name: 'views.unshare',
  call: 'PUT /api/Views/:id/unshare',
  icon: 'lock',
  access: { [sharingRole]: {} },
  async run({ trx }, { id }) {
    await StoredView.query(trx).findById(id).patch({ isShared: false })
  }
})

const remove = defineCommand(savedViews, {
  name: 'views.remove',
  call: 'DELETE /api/Views/:id',
  icon: 'trash',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: {}, SERVICE_TECHNICAN: {} },
  effects: ['remove'],
  async run({ trx }, { id }) {
    await StoredView.query(trx).deleteById(id)
  }
})

export const viewCommands = [create, rename, replace, share, unshare, remove]
