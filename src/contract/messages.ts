/**
 * Default messages. A text that many resources share (Edit, History, Phone) is written once, under `common.`; a key
 * without a text of its own is read there, by its shape. A module that needs another word writes its own key, which wins.
 * Server and browser both read messages through `resolveKey`, so a key has the same text on either side.
 */

/** Which common message stands in for a key: the first shape that fits names it. */
const defaults: readonly (readonly [shape: RegExp, common: string])[] = [
  // A command's label, by its verb: fleet.editOperator.label → common.edit.label
  [/^\w+\.([a-z]+)\w*\.label$/, 'common.$1.label'],
  // What sends a command's form, where that is another word than the command's own: fleet.editOperator.submit → common.edit.submit
  [/^\w+\.([a-z]+)\w*\.submit$/, 'common.$1.submit'],
  // How a command ended: orders.accept.done → common.done
  [/^\w+\.\w+\.(done|failed)$/, 'common.$1'],
  // A tab of rows that has none: companies.companyPanel.places.empty → common.rows.empty
  [/^(?:\w+\.)+(?:\w+P|p)anel\.\w+\.empty$/, 'common.rows.empty'],
  // A tab of a panel, by its name: fleet.operatorPanel.history → common.tab.history
  [/^(?:\w+\.)+(?:\w+P|p)anel\.(\w+)$/, 'common.tab.$1'],
  // A field of a resource or of a form, by its name: fleet.driver.phone → common.field.phone
  [/^\w+(?:\.\w+)?\.(?!confirm$|done$|empty$|failed$|found$|history$|search$|title$)(\w+)$/, 'common.field.$1']
]

/** Catalogues whose keys are neither commands, tabs nor fields. */
const withoutDefaults = /^(?:check|common|errors|menu)\./

/** The common key that stands in for this one, or undefined where its shape has none. The common text need not exist. */
export function fallbackKey(key: string): string | undefined {
  if (withoutDefaults.test(key)) return undefined
  const found = defaults.find(([shape]) => shape.test(key))
  return found && key.replace(...found)
}

/**
 * The key of the text to show: the key itself, else its default; undefined where the catalogue has neither. A form is sent by a button with
 * the command's label, unless there is another word for that.
 */
export function resolveKey(texts: Readonly<Record<string, unknown>>, key: string): string | undefined {
  if (Object.hasOwn(texts, key)) return key
  const fallback = fallbackKey(key)
  if (fallback !== undefined && Object.hasOwn(texts, fallback)) return fallback
  return key.endsWith('.submit') ? resolveKey(texts, key.replace(/submit$/, 'label')) : undefined
}
