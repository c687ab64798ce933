/**
 * What stands beside the rows of a page of one day: a hand-written part. In a wide window it is open until the person closes it; in a
 * narrow one a button shows it in place of the rows.
 */
import { createElement } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import { Boundary } from '../../../elements/Boundary.tsx'
import { useText } from '../../../i18n.ts'
import { besidePartOf } from '../../registry.ts'
import './day.css'

interface BesideProps {
  readonly list: ListMetadata
  readonly day: string
}

export default function Beside({ list, day }: BesideProps) {
  const t = useText()
  const beside = list.day?.beside
  const Part = beside && besidePartOf(beside.part)
  if (!Part) return null
  return (
    <aside id="parts-beside" className="parts-beside" aria-label={t(`${beside.list.name}.title`)}>
      <Boundary of={beside.part} waiting={null}>
        {createElement(Part, { list: beside.list, day })}
      </Boundary>
    </aside>
  )
}
