import type { CommandMetadata } from '../../../src/contract/command.ts'
import { fitsSelection } from '../../../src/contract/command.ts'
import type { Row } from '../../../src/contract/row.ts'
import { askSentence } from '../../contact.ts'
import type { MenuEntry } from '../../elements/DropMenu.tsx'
import { useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import { availability } from './commandState.ts'
import { useRunner } from './runner.ts'

/** A command as it is drawn: a button, or an entry of a menu. */
export interface Entry {
  readonly command: CommandMetadata
  readonly label: string
  readonly disabledReason: string | undefined
  readonly busy: boolean
  readonly run: () => void
  /** The entries of its submenu, for a command with a menu. */
  readonly submenu: readonly MenuEntry[] | undefined
  /** It does not suit the selection: it is invisible and only keeps its position. */
  readonly away?: boolean
}

/** Message keys of what commands are called in a bar, by their names, where that is not their label. */
export type Labels = Readonly<Record<string, string>> | undefined

/** The commands that suit the selected rows. */
export function useEntries(commands: readonly CommandMetadata[], rows: readonly Row[], labels?: Labels): Entry[] {
  const t = useText()
  const vocabularies = useVocabularies()
  const { start, busy } = useRunner()
  return commands.flatMap(command => {
    const { shown, refusal } = availability(command, rows)
    if (!shown) return []
    const vocabulary = command.menu && vocabularies[command.menu.vocabulary]
    const submenu = vocabulary?.members
      .filter(({ code }) => !command.menu?.except.includes(code))
      .map(({ code, name, label }) => ({
        key: name,
        label: t(label),
        run: () => start({ command, rows, menuCode: code })
      }))
    const disabledReason = refusal && t(refusal.reason) + askSentence(t)
    const run = (): void => start({ command, rows })
    const isBusy = busy === command.name
    const label = t(labels?.[command.name] ?? `${command.name}.label`)
    return [{ command, label, disabledReason, busy: isBusy, run, submenu }]
  })
}

/**
 * The entries of a command bar. With `keeps`, commands that need rows come first, then the others; a command that needs another
 * number of rows keeps its position (`away`), and a command that these rows do not show is left out.
 */
export function usePlaces(
  commands: readonly CommandMetadata[],
  rows: readonly Row[],
  keeps: boolean,
  labels?: Labels
): Entry[] {
  const t = useText()
  const entries = useEntries(commands, rows, labels)
  if (!keeps) return entries
  const isFree = ({ selection }: CommandMetadata): boolean => selection === 'none'
  const inOrder = [...commands.filter(command => !isFree(command)), ...commands.filter(isFree)]
  return inOrder.flatMap(command => {
    const entry = entries.find(one => one.command === command)
    if (entry) return [entry]
    if (fitsSelection(command.selection, rows.length)) return []
    const label = t(`${command.name}.label`)
    return [
      { command, label, disabledReason: undefined, busy: false, run: () => undefined, submenu: undefined, away: true }
    ]
  })
}

/**
 * The entries in a bar that has not room for all: those that can be used now before those that cannot, each part in its own order. What does
 * not suit the selection keeps no room.
 */
export function usefulFirst<E extends Pick<Entry, 'disabledReason' | 'away'>>(entries: readonly E[]): E[] {
  const present = entries.filter(({ away }) => !away)
  return [
    ...present.filter(({ disabledReason }) => disabledReason === undefined),
    ...present.filter(({ disabledReason }) => disabledReason !== undefined)
  ]
}

/** A command as entries of a menu: the entries of its submenu, or the command itself. */
export const menuEntriesOf = ({ command, label, disabledReason, run, submenu }: Entry): MenuEntry[] =>
  submenu && !disabledReason
    ? submenu.map(entry => ({ ...entry, key: `${command.name} ${entry.key}`, label: `${label}: ${entry.label}` }))
    : [{ key: command.name, label, icon: command.icon, tone: command.tone, disabledReason, shortcut: command.key, run }]
