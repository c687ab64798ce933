import { describe, expect, it } from 'vitest'
import { accept } from '../../modules/orders/commands/accept.ts'
import { cancel } from '../../modules/orders/commands/cancel.ts'
import { addComment } from '../../modules/orders/commands/comment.ts'
import { correct } from '../../modules/orders/commands/correct.ts'
import { edit } from '../../modules/orders/commands/edit.ts'
import { finish } from '../../modules/orders/commands/finish.ts'
import { realize } from '../../modules/orders/commands/realize.ts'
import { restore } from '../../modules/orders/commands/restore.ts'
import { undo } from '../../modules/orders/commands/undo.ts'
import { after, boundsOf, type Deed, deeds, type Move, may, moves } from '../../modules/orders/rules.ts'
import { OrderStatus } from '../../modules/orders/schema.ts'
import { type Role, roleNames } from '../../src/contract/roles.ts'
import { matches } from '../../src/contract/when.ts'

const { accepted, canceled, completed, inProgress, invoiced } = OrderStatus
const no = undefined

/** Status × move → status, as the specification tells it. A hole is a refusal. Columns: new … invoiced. */
const life: Record<Move, (number | undefined)[]> = {
  accept: [accepted, no, no, no, no, no],
  realize: [no, inProgress, no, no, no, no],
  restore: [no, no, accepted, no, no, no],
  finish: [no, no, completed, no, no, no],
  cancel: [canceled, canceled, canceled, no, no, no],
  withdraw: [canceled, no, no, no, no, no],
  invoice: [no, no, no, invoiced, no, no]
}

/** What leaves an order where it is: in which statuses. Undo leads back to where its change came from. */
const stays: Record<Deed, number[]> = {
  edit: [1, 1, 1, 0, 0, 0],
  amend: [1, 0, 0, 0, 0, 0],
  correct: [0, 0, 0, 1, 0, 0],
  undo: [0, 1, 0, 0, 1, 0],
  reclaim: [0, 0, 0, 0, 1, 0]
}

const statuses = [0, 1, 2, 3, 4, 5]

describe('the life of an order', () => {
  it.each(Object.keys(moves) as Move[])('%s', move => {
    const row = statuses.map(currentStatus => (matches(may(move), { currentStatus }) ? after(move) : no))
    expect(row).toEqual(life[move])
  })

  it.each(Object.keys(deeds) as Deed[])('%s', deed => {
    expect(statuses.map(currentStatus => Number(matches(may(deed), { currentStatus })))).toEqual(stays[deed])
  })
})

/** Command × who → the statuses in which it is open; nobody else has it at all. */
const none: number[] = []
const who: Record<string, { ADMIN: number[]; client: number[] }> = {
  accept: { ADMIN: [0], client: none },
  edit: { ADMIN: [0, 1, 2], client: [0] },
  cancel: { ADMIN: [0, 1, 2], client: [0] },
  realize: { ADMIN: [1], client: none },
  restore: { ADMIN: [2], client: none },
  finish: { ADMIN: [2], client: none },
  correct: { ADMIN: [3], client: none },
  undo: { ADMIN: [1, 4], client: [4] },
  addComment: { ADMIN: statuses, client: statuses }
}
const commands = { accept, edit, cancel, realize, restore, finish, correct, undo, addComment }

describe('who may', () => {
  const open = (name: keyof typeof commands, role: Role): number[] => {
    const judgement = commands[name].access[role]
    return judgement ? statuses.filter(currentStatus => matches(judgement.when, { currentStatus })) : none
  }

  it.each(Object.keys(commands) as (keyof typeof commands)[])('%s', name => {
    const { ADMIN, client } = who[name] as { ADMIN: number[]; client: number[] }
    const wanted = { ADMIN, CLIENT_ADMIN: client, DRIVER: none, CLIENT: client, SERVICE_TECHNICAN: none }
    const found = Object.fromEntries(roleNames.map(role => [role, open(name, role)]))
    expect(found).toEqual(wanted)
  })
})

describe('quantities', () => {
  it.each([
    [1, 1, 1],
    [2, 1, 50],
    [3, 1, 2],
    [4, 1, 50]
  ])('type %d takes %d to %d', (type, minimum, maximum) => {
    expect(boundsOf(type)).toEqual({ minimum, maximum })
  })
})
