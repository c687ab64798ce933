/** What the browser receives of commands and links, for one caller. */
import type { Action, CallAction, CommandMetadata, LeadsOn } from '../../contract/command.ts'
import type { FormMetadata } from '../../contract/form.ts'
import type { WhenMetadata } from '../../contract/when.ts'
import type { Caller } from '../access/caller.ts'
import { type AccessRule, type Creation, methodOf, pathOf, type RowCommand, type Ui } from '../commands/command.ts'
import { type Button, isCommand, type Link } from '../commands/link.ts'
import { defined } from '../defined.ts'
import { commandForm, formMetadata } from './form.ts'

type Command = RowCommand | Creation

/** Those of the buttons that the caller may use. */
export const commandsMetadata = (buttons: readonly Button[], caller: Caller): CommandMetadata[] =>
  buttons.flatMap(button => (isCommand(button) ? commandMetadata(button, caller) : linkMetadata(button, caller)) ?? [])

const ruleFor = ({ access }: Pick<Button, 'access'>, { role }: Caller): AccessRule | undefined =>
  role ? (access[role] ?? access.signedIn) : access.signedIn

const whenOf = ({ when = {}, shown = {} }: AccessRule) => ({ when: when as WhenMetadata, shown: shown as WhenMetadata })

function callOf(command: Command): CallAction {
  const { ids, idsFrom, idFrom, counts, oneEach }: RowCommand['wire'] & Creation['wire'] = command.wire
  const named = defined({ ids, idsFrom, idFrom, counts, oneEach })
  return { kind: 'call', method: methodOf(command), path: pathOf(command), ...named }
}

function targetOf(link: Link): Action {
  if ('navigate' in link) return { kind: 'navigate', to: link.navigate }
  if ('download' in link) return { kind: 'download', path: link.download }
  if ('link' in link) return { kind: 'link', path: link.link }
  if ('creates' in link) return { ...callOf(link.creates), creates: true }
  return { kind: 'open', what: link.open, ...defined({ tab: link.tab, title: link.title }) }
}

/** The link as the caller's role sees it, or undefined where it is not for that role. */
function linkMetadata(link: Link, caller: Caller): CommandMetadata | undefined {
  const rule = ruleFor(link, caller)
  if (!rule) return undefined
  const { name, selection, ui, bulk = 'each' } = link
  // in the form of a link, the fields have the names and labels of the creation's own form
  const type = 'creates' in link ? link.creates.resource.type : undefined
  const form = rule.form && formMetadata(name, rule.form, caller, type)
  return { ...ui, ...whenOf(rule), ...defined({ form }), name, selection, bulk, action: targetOf(link) }
}

/** The form; none where all of its fields are filled in by the sender (the rows' ids, the word chosen in a menu). */
function formOf(command: Command, { form }: AccessRule, caller: Caller): FormMetadata | undefined {
  const metadata = form && commandForm(command, form, caller)
  return metadata && metadata.fields.length > 0 ? metadata : undefined
}

/** Only where the caller may use that command, too. */
function leadsOnMetadata(
  { command, when, ...way }: NonNullable<Ui['leadsOn']>,
  call: string,
  caller: Caller
): LeadsOn | undefined {
  const { name, ui } = command
  const rule = when as WhenMetadata | undefined
  return ruleFor(command, caller) && { ...way, command: name, call, ...defined({ key: ui.key, when: rule }) }
}

/** The command as the caller's role sees it, or undefined where it is not for that role. */
export function commandMetadata(command: Command, caller: Caller): CommandMetadata | undefined {
  const rule = ruleFor(command, caller)
  if (!rule) return undefined
  const { name, selection, disabled, wire } = command
  const { next, leadsOn, ...ui } = command.ui
  const derived = defined({
    form: formOf(command, rule, caller),
    next: next && commandMetadata(next, caller),
    leadsOn: leadsOn && leadsOnMetadata(leadsOn, command.resource.path, caller),
    disabled: disabled && `errors.${disabled}`,
    reveals: wire.reveals === true ? 'secret' : wire.reveals
  })
  const bulk = 'ids' in wire ? 'all' : 'each'
  return { ...ui, ...whenOf(rule), ...derived, name, selection, bulk, action: callOf(command) }
}
