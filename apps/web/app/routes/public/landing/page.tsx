import type { Route } from './+types/page';

export const meta: Route.MetaFunction = () => [
  { title: 'Readout: point a camera or a screen at it, get a record' },
];

export default function Landing() {
  return <h1>Point a camera or a screen at it. Get a record.</h1>;
}
