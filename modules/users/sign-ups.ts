/** The limit of staff accounts that strangers may create in a day, by signing up or by an identity provider: by network. */
import type { Knex } from 'knex'
import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { limitOfDay } from '../../src/kernel/http/daily-limit.ts'
import { signUpsADay } from './rules.ts'

/** @throws kernel.tooMany (429) if the network has created too many accounts in the last 24 hours */
export const limitSignUps = (
  trx: Knex.Transaction,
  caller: Pick<CommandContext, 'services' | 'now' | 'address'>
): Promise<void> => limitOfDay(trx, { what: 'users.signUp', ...signUpsADay }, caller)
