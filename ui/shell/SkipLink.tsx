import { useText } from '../i18n.ts'

/** The first stop of the Tab key: moves the focus past the menu into the page. */
export function SkipLink() {
  const t = useText()
  return (
    <button type="button" className="skip-link" onClick={() => document.getElementById('content')?.focus()}>
      {t('ui.skip')}
    </button>
  )
}
