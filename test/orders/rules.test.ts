import { describe, expect, it } from 'vitest'
import { orders } from '../../modules/orders/index.ts'
import { type Action, type Actor, actions, after, boundsOf, may, pricedQuantity } from '../../modules/orders/rules.ts'
import { OptimaStatus, OrderStatus } from '../../modules/orders/schema.ts'
import { type Role, roles } from '../../src/contract/roles.ts'
import { matches } from '../../src/contract/when.ts'
import { isCommand } from '../../src/kernel/commands/link.ts'
import { listPagesOf } from '../../src/kernel/module.ts'

const { accepted, canceled, completed, inProgress, invoiced } = OrderStatus
const every = [0, 1, 2, 3, 4, 5]

/** Action × who → the statuses in which it is open, as the specification has them; and the status that follows. */
const life: Record<Action, Partial<Record<Actor, number[]>> & { to?: number }> = {
  place: { staff: every, client: every, to: OrderStatus.new },
  placeForNewClient: { staff: every, to: OrderStatus.new },
  edit: { staff: [0, 1, 2], client: [0] },
  accept: { staff: [0], to: accepted },
  cancel: { staff: [0, 1, 2], client: [0], to: canceled },
  realize: { staff: [1], to: inProgress },
  replan: { staff: [2] },
  reorder: { staff: [2] },
  setDriver: { staff: [2] },
  restore: { staff: [2], to: accepted },
  undo: { staff: [1, 2, 3, 4, 5], client: [4] },
  finish: { staff: [2], to: completed },
  correct: { staff: [3] },
  notifyDriver: { staff: [2] },
  addComment: { staff: every, client: every },
  settleComments: { staff: every },
  print: { staff: every },
  report: { staff: every },
  sync: { staff: [3] },
  setOptimaNumber: { staff: [3] },
  setInvoiceNumber: { staff: [3], to: invoiced },
  undoInvoice: { staff: [5] },
  synchronised: { system: [3, 5] },
  numberDiffers: { system: every },
  syncFailed: { system: every },
  invoiceReceived: { system: [3], to: invoiced }
}

/** What else an action needs: the values of a field with which it is open. */
const needs: Partial<Record<Action, Record<string, unknown[]>>> = {
  settleComments: { unansweredComment: [true] },
  undo: { handedOver: [false], booked: [false], invoiceFinal: [false] },
  sync: { manually: [false], optimaNumber: [null], optimaStatus: [OptimaStatus.notSent, OptimaStatus.failed] },
  setInvoiceNumber: { booked: [true] },
  undoInvoice: { invoiceFinal: [false] },
  synchronised: { optimaNumber: [null] },
  syncFailed: { optimaStatus: [OptimaStatus.queued] }
}
const values = {
  unansweredComment: [true, false],
  manually: [true, false],
  optimaNumber: [null, 'RO/1'],
  booked: [true, false],
  handedOver: [true, false],
  invoiceFinal: [true, false],
  optimaStatus: [0, 1, 2, 3]
}

const names = Object.keys(actions) as Action[]
const actors: Actor[] = ['staff', 'client', 'system']

describe('the life of an order', () => {
  it.each(names)('%s: roles, statuses and the next status', action => {
    const fitting = Object.fromEntries(Object.entries(needs[action] ?? {}).map(([field, [value]]) => [field, value]))
    const open = (actor: Actor) =>
      every.filter(currentStatus => matches(may(action, actor), { ...fitting, currentStatus }))
    const { to, ...who } = life[action]
    for (const actor of actors) {
      if (who[actor]) expect([actor, open(actor)]).toEqual([actor, who[actor]])
      else expect(() => may(action, actor)).toThrow(`${action} is not for ${actor}`)
    }
    const following = () => after(action)
    if (to === undefined) expect(following).toThrow()
    else expect(following()).toBe(to)
  })

  it.each(names)('%s: further conditions', action => {
    const wanted = needs[action] ?? {}
    const actor = actors.find(each => life[action][each]) as Actor
    const [currentStatus] = life[action][actor] as number[]
    const fitting = Object.fromEntries(Object.entries(wanted).map(([field, [value]]) => [field, value]))
    for (const [field, all] of Object.entries(values)) {
      const open = all.filter(value => matches(may(action, actor), { currentStatus, ...fitting, [field]: value }))
      expect([field, open]).toEqual([field, wanted[field] ?? all])
    }
  })
})

describe('who may', () => {
  const links = [
    ...new Set(listPagesOf([orders]).flatMap(page => page.commands.map(button => button.narrows ?? button)))
  ]
    .filter(button => !isCommand(button))
    // to see an order, or its route, is no action on it: whoever has the list may
    .filter(button => !('open' in button && ['orders.panel', 'orders.route'].includes(button.open)))
    // nor is it to fill in a new one's form as it was: whoever may place one may
    .filter(button => !('creates' in button))
  // routes have a rule of their own (called-off/)
  const commands = (orders.commands ?? []).filter(
    command => command.kind !== 'action' && command.resource.type === 'orders.order'
  )
  const buttons = [...commands, ...links]
  const system = orders.systemCommands ?? []
  const actionOf = ({ name }: { readonly name: string }) => name.replace('orders.', '') as Action
  const actorOf: Partial<Record<Role, Actor>> = { ADMIN: 'staff', CLIENT_ADMIN: 'client', CLIENT: 'client' }

  it('is stated for every command and link, and for nothing else', () => {
    expect([...buttons, ...system].map(actionOf).sort()).toEqual([...names].sort())
  })

  it.each(buttons.map(button => [actionOf(button), button] as const))(
    '%s is open to the same roles',
    (action, button) => {
      for (const role of Object.keys(roles) as Role[]) {
        const actor = actorOf[role]
        const isOpen = actor !== undefined && life[action][actor] !== undefined
        const rule = button.access[role]
        expect([role, rule && { ...rule.shown, ...rule.when }]).toEqual([role, isOpen ? may(action, actor) : undefined])
      }
    }
  )

  it.each(system.map(command => [actionOf(command), command] as const))(
    '%s is for the application',
    (action, command) => {
      expect(command.when).toEqual(may(action, 'system'))
    }
  )
})

describe('quantities', () => {
  it.each([
    ['vehicle', 1, 1, 1],
    ['tonnage', 2, 7, undefined],
    ['container', 3, 2, 2]
  ])('of %s: the price counts for the quantity, that of a tonne alone', (_, type, quantity, expected) => {
    expect(pricedQuantity(type, quantity)).toBe(expected)
  })

  it.each([
    [1, 1, 1],
    [2, 1, 50],
    [3, 1, 2],
    [4, 1, 50]
  ])('type %d takes %d to %d', (type, minimum, maximum) => {
    expect(boundsOf(type)).toEqual({ minimum, maximum })
  })
})
