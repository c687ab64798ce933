/** The home page of administrators: live counters, the work of the day, statistics by day and region, and the overview. */
import { Boundary } from '../../elements/Boundary.tsx'
import { Overview } from './Overview.tsx'
import { Statistics } from './Statistics.tsx'
import { Tiles } from './Tiles.tsx'
import { Today } from './Today.tsx'
import './dashboard.css'
import './overview.css'

/** Each fails for itself. */
const sections = Object.entries({ Tiles, Today, Statistics, Overview })

export default function Dashboard() {
  return (
    <div className="dash">
      {sections.map(([name, Section]) => (
        <Boundary key={name} waiting={null}>
          <Section />
        </Boundary>
      ))}
    </div>
  )
}
