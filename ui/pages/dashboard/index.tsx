/** The home page of administrators: live counters, the routes of today and what waits for accounting, statistics of a day and of regions, and the week at a glance. */
import { Overview } from './Overview.tsx'
import { Statistics } from './Statistics.tsx'
import { Tiles } from './Tiles.tsx'
import { Today } from './Today.tsx'
import './dashboard.css'

export default function Dashboard() {
  return (
    <div className="dash">
      <Tiles />
      <Today />
      <Statistics />
      <Overview />
    </div>
  )
}
