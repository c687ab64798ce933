/** The home page of administrators: live counters, and statistics of the orders on a day. */
import { Statistics } from './Statistics.tsx'
import { Tiles } from './Tiles.tsx'
import './dashboard.css'

export default function Dashboard() {
  return (
    <div className="dash">
      <Tiles />
      <Statistics />
    </div>
  )
}
