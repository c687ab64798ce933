/** A fault of the application is said, with a way on: what is kept is not lost by it. */
import { Component, type ReactNode } from 'react'
import { useText } from './words.ts'

function Fault() {
  const text = useText()
  return (
    <main>
      <h1>{text('fault.title')}</h1>
      <p>{text('fault.text')}</p>
      <button type="button" className="button button-main" onClick={() => location.reload()}>
        {text('fault.again')}
      </button>
    </main>
  )
}

export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }
  override render(): ReactNode {
    return this.state.failed ? <Fault /> : this.props.children
  }
}
