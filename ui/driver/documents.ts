/** The papers of a day: confirmations of transfer cards as PDF. They are on the phone before the shift begins. */
import type { DriverDay } from '../../modules/driver/contract.ts'
import { answerOf, NoSignal, Refusal } from './calls.ts'
import { addressesOf, database } from './database.ts'
import { connection } from './device.ts'

async function read(address: string): Promise<Blob | undefined> {
  const now = connection.get()
  if (now.state !== 'connected') return undefined
  try {
    const response = await answerOf('GET', address, { token: now.device.token })
    const paper = await response.blob()
    await (await database()).put('papers', paper, address)
    return paper
  } catch (error) {
    // asked for again with the next reading of the day, and when it is opened
    if (error instanceof NoSignal || error instanceof Refusal) return undefined
    throw error
  }
}

/** Reads the papers of a day that the phone does not have. */
export async function readPapers(day: DriverDay): Promise<void> {
  const known = new Set(await (await database()).getAllKeys('papers'))
  for (const address of addressesOf(day)) if (!known.has(address)) await read(address)
}

/** Opens a card's PDF, from the phone or from the server. Resolves to false where neither has it. */
export async function openCard(address: string): Promise<boolean> {
  const paper = (await (await database()).get('papers', address)) ?? (await read(address))
  if (!paper) return false
  const url = URL.createObjectURL(paper)
  const link = Object.assign(document.createElement('a'), { href: url, target: '_blank', rel: 'noreferrer' })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return true
}
