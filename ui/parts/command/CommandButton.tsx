import { DropMenu } from '../../elements/DropMenu.tsx'
import type { Entry } from './entries.ts'
import { WithReason } from './WithReason.tsx'

interface CommandButtonProps {
  readonly entry: Entry
  readonly tabIndex?: number
  readonly onFocus?: () => void
  readonly primary?: boolean
  /** Draws a border: used outside a command bar. */
  readonly outlined?: boolean
}

/** The button of a command. If the command has a submenu, the button opens it. */
export function CommandButton({ entry, tabIndex = 0, onFocus, primary = false, outlined = false }: CommandButtonProps) {
  const { command, label, disabledReason, busy, run, submenu } = entry
  if (submenu && !disabledReason)
    return <DropMenu label={label} icon={command.icon} tabIndex={tabIndex} entries={submenu} primary={primary} />
  const look = primary ? 'primary' : `${outlined ? '' : 'quiet'}${command.tone === 'danger' ? ' danger-text' : ''}`
  return (
    <WithReason reason={disabledReason}>
      {describedBy => (
        <button
          type="button"
          data-toolbar-stop
          className={`button ${look}`}
          tabIndex={tabIndex}
          aria-disabled={disabledReason !== undefined || busy}
          aria-describedby={describedBy}
          aria-keyshortcuts={command.key?.toUpperCase()}
          title={command.key && !disabledReason ? `${label} (${command.key.toUpperCase()})` : undefined}
          onFocus={onFocus}
          onClick={() => {
            if (!disabledReason && !busy) run()
          }}
        >
          <i className={`pi pi-${busy ? 'spinner parts-spin' : command.icon}`} aria-hidden="true" />
          {label}
        </button>
      )}
    </WithReason>
  )
}
