import { timeSeries } from '/work/main/bench/watch/series.ts';

console.table(await timeSeries(Number(process.argv[2])));
