/**
 * The menu of a list's views, with the actions for the present view (the ARIA menu pattern). The present view is ticked; choosing it
 * again resets the list to it.
 */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type SavedView, savedViewKey } from '../../../../src/contract/view.ts'
import { useProfile } from '../../../account.ts'
import { errorText } from '../../../alerts.ts'
import { menuKeys } from '../../../elements/arrowKeys.ts'
import { useText } from '../../../i18n.ts'
import { forgetLayoutOfView } from '../columns/useLayout.ts'
import { useViewRights, viewsQuery } from './savedViews.ts'
import { useViewCommands } from './useViewCommands.ts'
import type { ViewDialog } from './ViewDialogs.tsx'
import type { ViewsProps } from './ViewsButton.tsx'
import './views.css'

interface ViewMenuProps extends ViewsProps {
  /** The list differs from its present view. */
  readonly isOther: boolean
  readonly onAsk: (dialog: ViewDialog) => void
  readonly onClose: () => void
}

/** Focuses the ticked view, or the first entry. */
function focusPresentView(menu: HTMLElement | null): void {
  const entry = menu?.querySelector<HTMLElement>('[aria-checked=true]') ?? menu?.querySelector('button')
  entry?.focus()
}

export function ViewMenu({ isOther, onAsk, onClose, ...props }: ViewMenuProps) {
  const t = useText()
  const { plain, view, change } = props
  const { saved } = view
  const { data: profile } = useProfile()
  const { keeps, shares } = useViewRights()
  const { data: views, error } = useQuery({ ...viewsQuery(plain.name), enabled: keeps, refetchOnMount: 'always' })
  const { replace, share } = useViewCommands(props)
  const isThere = views !== undefined || error !== null || !keeps

  const choose = (key: string | undefined): void => {
    if (key !== undefined) forgetLayoutOfView(profile?.id, key)
    onClose()
    change({ view: key }, 'push')
  }
  const act = (run: () => unknown) => () => {
    onClose()
    run()
  }
  if (!isThere) return <span className="skeleton-bar" />
  const present = saved ? savedViewKey(saved.id) : view.baseName
  const ownViews = (views ?? []).filter(one => one.isOwn)
  const others = (views ?? []).filter(one => !one.isOwn)
  const option = (key: string | undefined, label: string, beside?: string) => (
    <Option key={key ?? ''} label={label} beside={beside} isOn={present === key} onChoose={() => choose(key)} />
  )
  const ofSaved = (one: SavedView) =>
    option(
      savedViewKey(one.id),
      one.name,
      one.isOwn ? (one.isShared ? t('parts.view.isShared') : undefined) : (one.owner ?? undefined)
    )
  return (
    <div
      ref={focusPresentView}
      role="menu"
      tabIndex={-1}
      aria-label={t('parts.view')}
      className="menu-entries"
      onKeyDown={menuKeys(onClose)}
    >
      <Part label={t('parts.view.ofPage')} isQuiet>
        {option(undefined, t('parts.view.default'))}
        {plain.views.map(one => option(one.name, t(one.label)))}
      </Part>
      {ownViews.length > 0 && <Part label={t('parts.view.own')}>{ownViews.map(ofSaved)}</Part>}
      {others.length > 0 && <Part label={t('parts.view.shared')}>{others.map(ofSaved)}</Part>}
      {error && <p className="parts-views-error">{errorText(error)}</p>}
      {keeps && (
        <Part label={t('parts.view.do')} isQuiet>
          {saved?.mayChange && (isOther || !saved.isWhole) && (
            <Entry icon="check" label={t('views.replace.label')} onChoose={act(() => replace(saved))} />
          )}
          {isOther && <Entry icon="undo" label={t('parts.view.reset')} onChoose={() => choose(present)} />}
          <Entry
            icon="bookmark"
            label={`${t(saved ? 'parts.view.saveAsNew' : 'views.create.label')}…`}
            onChoose={act(() => onAsk('create'))}
          />
          {saved?.mayChange && (
            <>
              <Entry icon="pencil" label={`${t('views.rename.label')}…`} onChoose={act(() => onAsk('rename'))} />
              {shares && (
                <Entry
                  icon={saved.isShared ? 'lock' : 'users'}
                  label={t(saved.isShared ? 'views.unshare.label' : 'views.share.label')}
                  onChoose={act(() => share(saved))}
                />
              )}
              <Entry
                icon="trash"
                label={`${t('views.remove.label')}…`}
                isDanger
                onChoose={act(() => onAsk('remove'))}
              />
            </>
          )}
        </Part>
      )}
    </div>
  )
}

interface PartProps {
  readonly label: string
  /** The label is only for screen readers, because the entries explain themselves. */
  readonly isQuiet?: boolean
  readonly children: ReactNode
}

const Part = ({ label, isQuiet = false, children }: PartProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
  <div role="group" aria-label={label}>
    {!isQuiet && (
      <p className="parts-views-title" aria-hidden="true">
        {label}
      </p>
    )}
    {children}
  </div>
)

interface OptionProps {
  readonly label: string
  /** A note beside the label: the owner of the view, or that it is shared. */
  readonly beside: string | undefined
  readonly isOn: boolean
  readonly onChoose: () => void
}

const Option = ({ label, beside, isOn, onChoose }: OptionProps) => (
  <button type="button" role="menuitemradio" aria-checked={isOn} tabIndex={-1} onClick={onChoose}>
    <i className={isOn ? 'pi pi-check' : 'pi'} aria-hidden="true" />
    <span>{label}</span>
    {beside && <small>{beside}</small>}
  </button>
)

interface EntryProps {
  readonly icon: string
  readonly label: string
  readonly isDanger?: boolean
  readonly onChoose: () => void
}

const Entry = ({ icon, label, isDanger = false, onChoose }: EntryProps) => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    className={isDanger ? 'danger-text' : undefined}
    onClick={onChoose}
  >
    <i className={`pi pi-${icon}`} aria-hidden="true" />
    <span>{label}</span>
  </button>
)
