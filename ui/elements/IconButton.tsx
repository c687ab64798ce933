import type { ButtonHTMLAttributes, Ref } from 'react'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'> {
  readonly icon: string
  /** The accessible name. */
  readonly label: string
  /** Shows the label under the pointer too. */
  readonly tooltip?: boolean
  readonly ref?: Ref<HTMLButtonElement>
  readonly look?: 'quiet' | 'primary' | 'outlined'
}

/** A button that shows only an icon. */
export function IconButton({ icon, label, tooltip = false, look = 'quiet', ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={look === 'outlined' ? 'button icon' : `button ${look} icon`}
      aria-label={label}
      title={tooltip ? label : undefined}
    >
      <i className={`pi pi-${icon}`} aria-hidden="true" />
    </button>
  )
}
