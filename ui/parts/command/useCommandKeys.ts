/** Binds the letters (`key`) of the commands of a list or panel. */
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { Row } from '../../../src/contract/row.ts'
import { alerts } from '../../alerts.ts'
import { usePhone } from '../../elements/usePhone.ts'
import { useText } from '../../i18n.ts'
import type { KeyBinding } from '../../keys.ts'
import { useKeys } from '../../keys.ts'
import { availability, unavailableReason } from './commandState.ts'
import { useRunner } from './runner.ts'

interface CommandKeysOptions {
  /** Selects and returns the active row: a key acts on it when no row is selected. */
  readonly takeActive?: () => Row | undefined
  /** Where the focus must be; null: anywhere. */
  readonly within?: () => Element | null
}

/** Of several commands with the same letter: the one that suits the rows, else the first, whose reason is then shown. */
export const commandFor = (commands: readonly CommandMetadata[], rows: readonly Row[]): CommandMetadata | undefined =>
  commands.find(command => availability(command, rows).shown) ?? commands[0]

/**
 * The commands without their letters, for the bars of headings. A page has many of them, and a letter must act on the selected rows, not on
 * those of the heading that was drawn last.
 */
export const withoutKeys = (commands: readonly CommandMetadata[]): CommandMetadata[] =>
  commands.map(({ key: _, ...command }) => command)

/** Binds the letters. The letter of a command that is disabled, or that needs other rows, shows the reason. */
export function useCommandKeys(
  commands: readonly CommandMetadata[],
  rows: readonly Row[],
  { takeActive, within }: CommandKeysOptions = {}
): void {
  const t = useText()
  const runner = useRunner()
  const phone = usePhone()
  const run = (candidates: readonly CommandMetadata[]): void => {
    const needsRow = !candidates.some(command => availability(command, rows).shown)
    const active = needsRow && rows.length === 0 ? takeActive?.() : undefined
    const about = active ? [active] : rows
    const command = commandFor(candidates, about)
    if (!command) return
    const refused = availability(command, about).refusal?.reason ?? unavailableReason(command, about)
    const inline = command.inline && command.form && !phone ? openFormOf(command) : null
    if (inline) inline.focus()
    else if (refused) alerts.note(t(refused))
    else runner.start({ command, rows: about })
  }
  // without `run`: an open form handles these keys itself, and here they are only listed
  const ofForms: KeyBinding[] = [
    ...(commands.some(({ form }) => form) ? [{ keys: 'Control+Enter', label: 'ui.keys.send', group: 'commands' }] : []),
    ...(commands.some(({ series }) => series)
      ? [{ keys: 'Control+Shift+Enter', label: 'ui.keys.sendNext', group: 'commands' }]
      : [])
  ] as KeyBinding[]
  const letters = [...new Set(commands.flatMap(({ key, menu }) => (key && !menu ? [key] : [])))]
  useKeys([
    ...ofForms,
    ...letters.flatMap((letter): KeyBinding[] => {
      const candidates = commands.filter(({ key, menu }) => key === letter && !menu)
      const candidate = commandFor(candidates, rows)
      if (!candidate) return []
      const label = `${candidate.name}.label`
      return [{ keys: letter, label, group: 'commands', run: () => run(candidates), ...(within ? { within } : {}) }]
    })
  ])
}

/** The first field of a form that is always open above the list. */
const openFormOf = ({ name }: CommandMetadata): HTMLElement | null =>
  document.querySelector(`[data-open-form="${name}"] :is(input, select, button):not(:disabled)`)
