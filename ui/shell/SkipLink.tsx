import { focusHome } from '../elements/focus.ts'
import { useText } from '../i18n.ts'

/** Moves the focus past the menu and the toolbar: to the rows of a list, or else to the page. */
function skip(): void {
  const content = document.getElementById('content')
  focusHome()
  if (!content?.contains(document.activeElement)) content?.focus()
}

/** The link that the Tab key reaches first. */
export function SkipLink() {
  const t = useText()
  return (
    <button type="button" className="skip-link" onClick={skip}>
      {t('ui.skip')}
    </button>
  )
}
