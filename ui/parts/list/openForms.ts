import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { FormMetadata } from '../../../src/contract/form.ts'

/**
 * Whether the command's form is always open above the list. On a phone and in a low window (`formsFold`) it is a button with a
 * dialog.
 */
export const hasOpenForm = (command: CommandMetadata): command is CommandMetadata & { readonly form: FormMetadata } =>
  command.inline && command.form !== undefined
