/** The commands of a panel of the map: their buttons, and their forms, which replace the contents of the panel. */
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { Row } from '../../../src/contract/row.ts'
import { CommandButton } from '../../parts/command/CommandButton.tsx'
import { CommandRunner } from '../../parts/command/CommandRunner.tsx'
import type { CommandHost } from '../../parts/command/commandState.ts'
import { useEntries } from '../../parts/command/entries.ts'
import { ReopenForm } from '../../parts/command/ReopenForm.tsx'
import { useCommandKeys } from '../../parts/command/useCommandKeys.ts'

/** The form that the URL names, and the function that changes it. */
export interface PanelForms {
  readonly commands: readonly CommandMetadata[]
  readonly form: string | undefined
  readonly onForm: (command: string | undefined) => void
}

interface PanelRunnerProps extends PanelForms {
  readonly resourceType: string
  /** The rows on which the commands act; empty for commands that create something. */
  readonly rows: readonly Row[]
  /** Whether the rows are loaded. */
  readonly ready: boolean
  /** A command has changed something. */
  readonly onDone?: () => void
  readonly children: ReactNode
}

export function PanelRunner({ commands, form, onForm, resourceType, rows, ready, onDone, children }: PanelRunnerProps) {
  const [isOpen, setOpen] = useState(false)
  const host: CommandHost = {
    resourceType,
    formsInPlace: true,
    panel: undefined,
    // The title of the panel already names the row.
    labelOf: () => '',
    clearSelection: () => onDone?.(),
    openPanel: () => undefined,
    closePanel: () => undefined,
    onFormChange: command => {
      setOpen(command !== undefined)
      onForm(command)
    }
  }
  return (
    <CommandRunner host={host}>
      <ReopenForm command={form} commands={commands} subjects={[rows]} ready={ready} />
      <div className="map-panel-view" hidden={isOpen}>
        {children}
      </div>
    </CommandRunner>
  )
}

/** A button for each command that can be used with the rows. */
export function PanelButtons({
  commands,
  rows
}: {
  readonly commands: readonly CommandMetadata[]
  readonly rows: readonly Row[]
}) {
  useCommandKeys(commands, rows)
  return useEntries(commands, rows).map(entry => <CommandButton key={entry.command.name} entry={entry} outlined />)
}
