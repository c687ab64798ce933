/** What the browser receives of commands and links, for one caller. */
import type { Action, CommandMetadata, LeadsOn } from '../../contract/command.ts'
import { metadataOf } from '../../contract/vocabulary.ts'
import type { WhenMetadata } from '../../contract/when.ts'
import type { Caller } from '../access/caller.ts'
import { type AccessRule, type AnyCommand, methodOf, pathOf, type RowCommand } from '../commands/command.ts'
import type { FormDefinition } from '../commands/form.ts'
import { type Button, isCommand, type Link } from '../commands/link.ts'
import { commandForm, formMetadata } from './form.ts'

type CallAction = Extract<Action, { kind: 'call' }>

/** Those of the buttons that the caller may use. */
export const commandsMetadata = (buttons: readonly Button[], caller: Caller): CommandMetadata[] =>
  buttons.flatMap(button => (isCommand(button) ? commandMetadata(button, caller) : linkMetadata(button, caller)) ?? [])

const ruleFor = ({ access }: Button, { role }: Caller): AccessRule | undefined =>
  role ? (access[role] ?? access.signedIn) : access.signedIn

function targetOf(link: Link): Action {
  if ('navigate' in link) return { kind: 'navigate', to: link.navigate }
  if ('download' in link) return { kind: 'download', path: link.download }
  if ('link' in link) return { kind: 'link', path: link.link }
  if ('creates' in link) return { ...callOf(link.creates), creates: true }
  const { open, tab, title } = link
  return { kind: 'open', what: open, ...(tab ? { tab } : {}), ...(title ? { title } : {}) }
}

const common = (
  { name, icon = 'circle', key, tone = 'neutral', selection, onCard }: Button,
  { when, shown }: AccessRule
) => ({
  name,
  icon,
  ...(key ? { key } : {}),
  tone,
  selection,
  when: (when ?? {}) as WhenMetadata,
  shown: (shown ?? {}) as WhenMetadata,
  ...(onCard ? { onCard } : {})
})

/** The link as the caller's role sees it, or undefined where it is not for that role. */
function linkMetadata(link: Link, caller: Caller): CommandMetadata | undefined {
  const rule = ruleFor(link, caller)
  if (!rule) return undefined
  return {
    ...common(link, rule),
    action: targetOf(link),
    ...(rule.form ? { form: linkForm(link, rule.form, caller) } : {}),
    confirm: false,
    bulk: link.bulk ?? 'each',
    effects: 'creates' in link ? (link.creates.effects ?? ['reload']) : [],
    inline: false
  }
}

/** In the form of a link, the fields have the names and labels of the creation's own form. */
const linkForm = (link: Link, form: FormDefinition, caller: Caller) =>
  formMetadata(link.name, form, caller, 'creates' in link ? link.creates.resource.type : undefined)

const callOf = (command: AnyCommand): CallAction => ({
  kind: 'call',
  method: methodOf(command),
  path: pathOf(command),
  ...(command.kind === 'rows' ? idsOf(command) : {}),
  ...(command.oneEach ? { oneEach: command.oneEach } : {})
})

const idsOf = ({ ids, idsFrom, idFrom }: RowCommand) => ({
  ...(ids ? { ids } : {}),
  ...(idsFrom ? { idsFrom } : {}),
  ...(idFrom ? { idFrom } : {})
})

/** The form; none where all of its fields are filled in by the sender (the rows' ids, the word chosen in a menu). */
function formOf(command: AnyCommand, { form }: AccessRule, caller: Caller) {
  const metadata = form && commandForm(command, form, caller)
  return metadata && metadata.fields.length > 0 ? { form: metadata } : {}
}

/** Only where the caller may use that command, too. */
function leadsOnMetadata({ command, ...way }: NonNullable<AnyCommand['leadsOn']>, caller: Caller): LeadsOn | undefined {
  const { name, key, resource } = command
  return ruleFor(command, caller) && { ...way, command: name, call: resource.path, ...(key ? { key } : {}) }
}

/** The command as the caller's role sees it, or undefined where it is not for that role. */
export function commandMetadata(command: AnyCommand, caller: Caller): CommandMetadata | undefined {
  const rule = ruleFor(command, caller)
  if (!rule) return undefined
  const { menu, undo, disabled, queued, always, leadsTo, opensIn, staysOpen, titled, onFailure } = command
  const next = command.next && commandMetadata(command.next, caller)
  const leadsOn = command.leadsOn && leadsOnMetadata(command.leadsOn, caller)
  return {
    ...common(command, rule),
    action: callOf(command),
    ...formOf(command, rule, caller),
    confirm: command.confirm ?? false,
    bulk: command.kind === 'rows' ? (command.bulk ?? 'each') : 'each',
    ...(menu
      ? { menu: { field: menu.field, vocabulary: metadataOf(menu.options).name, except: menu.except ?? [] } }
      : {}),
    effects: command.effects ?? ['reload'],
    inline: command.inline ?? false,
    ...(undo ? { undo } : {}),
    ...(next ? { next } : {}),
    ...(leadsOn ? { leadsOn } : {}),
    ...(disabled ? { disabled: `errors.${disabled}` } : {}),
    ...(queued ? { queued } : {}),
    ...(always ? { always } : {}),
    ...(leadsTo ? { leadsTo } : {}),
    ...(opensIn ? { opensIn } : {}),
    ...(staysOpen ? { staysOpen } : {}),
    ...(titled ? { titled } : {}),
    ...(onFailure ? { onFailure } : {}),
    ...(command.kind === 'rows' && command.series ? { series: true } : {}),
    ...(command.kind !== 'action' && command.reveals ? { reveals: true } : {})
  }
}
