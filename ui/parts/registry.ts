/** Components that metadata names: tabs of a panel, views that a command opens, and form controls (`part:<name>`). */
import type { ComponentType } from 'react'
import type { Schema } from '../../src/contract/schema.ts'

export interface TabPartProps {
  readonly id: number
  readonly row: Readonly<Record<string, unknown>> | undefined
  readonly close: () => void
}

export interface FieldPartProps {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly schema: Schema
  readonly value: unknown
  readonly values: Readonly<Record<string, unknown>>
  readonly error: unknown
  readonly describedBy: string | undefined
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
}

const tabs = new Map<string, ComponentType<TabPartProps>>()
const fields = new Map<string, ComponentType<FieldPartProps>>()

/**
 * Registers a panel tab or opened view. Throws when the name is taken.
 * @public
 */
export function registerPart(name: string, part: ComponentType<TabPartProps>): void {
  if (tabs.has(name)) throw new Error(`The part ${name} is registered twice`)
  tabs.set(name, part)
}

/**
 * Registers the control `part:<name>`. Throws when the name is taken.
 * @public
 */
export function registerControl(name: string, control: ComponentType<FieldPartProps>): void {
  if (fields.has(name)) throw new Error(`The control ${name} is registered twice`)
  fields.set(name, control)
}

export const partOf = (name: string): ComponentType<TabPartProps> | undefined => tabs.get(name)
export const controlPartOf = (name: string): ComponentType<FieldPartProps> | undefined => fields.get(name)
