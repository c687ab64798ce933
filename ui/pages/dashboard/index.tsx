/** The home page of administrators: live counters, the work of the day, statistics by day and region, and the overview. */
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
