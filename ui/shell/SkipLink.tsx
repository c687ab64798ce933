import { focusHome } from '../elements/focus.ts'
import { useText } from '../i18n.ts'

/** Past menu and tools to where work goes on: the rows of a list, else the page. */
function skip(): void {
  const content = document.getElementById('content')
  focusHome()
  if (!content?.contains(document.activeElement)) content?.focus()
}

/** The first stop of the Tab key. */
export function SkipLink() {
  const t = useText()
  return (
    <button type="button" className="skip-link" onClick={skip}>
      {t('ui.skip')}
    </button>
  )
}
