import { useEffect, useEffectEvent, useRef } from 'react';
import uPlot from 'uplot';
import { axisLabels } from '../../../kit/time.tsx';
import 'uplot/dist/uPlot.min.css';
import {
  availabilityOf,
  LOW_UP_TO,
  MEDIUM_UP_TO,
} from '../../../../shared/price-monitor/prices.ts';
import type { HistoryPoint } from '../../../../shared/price-monitor/schema.ts';
import { useShownTheme } from '../../../kit/theme.ts';
import { formatNumber } from '../../../lib/format.ts';
import { isInReach } from '../../../ui/sparkline.tsx';
import { BARS, barsOf, pointAt, tickSteps } from './history.ts';

const PRICE_HEIGHT = 176;
const STOCK_HEIGHT = 84;
/** Space for the labels of the y axis and, at the right, for the latest values. */
const AXIS_WIDTH = 52;
const END_WIDTH = 52;

export interface HistoryChartProps {
  /** Oldest first. */
  points: readonly HistoryPoint[];
  /** The price of an alert rule, drawn as a dashed line. */
  alertPrice: number | null;
  formatPrice: (price: number) => string;
  /** The charts as text. */
  label: string;
  /** The point at the crosshair. */
  index: number | null;
  onIndex: (index: number) => void;
}

/** Prices above, available tickets below, on one time axis. The pointer moves the crosshair of both. */
export function HistoryChart(props: HistoryChartProps) {
  const { points, alertPrice, formatPrice, index } = props;
  const theme = useShownTheme();
  const frame = useRef<HTMLDivElement>(null);
  const priceSlot = useRef<HTMLDivElement>(null);
  const stockSlot = useRef<HTMLDivElement>(null);
  const charts = useRef<readonly uPlot[]>([]);
  const onIndex = useEffectEvent(props.onIndex);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the canvas must be drawn again in another theme.
  useEffect(() => {
    const [box, priceBox, stockBox] = [frame.current, priceSlot.current, stockSlot.current];
    if (!(box && priceBox && stockBox)) return;
    const draw: Draw = {
      points,
      // The last state holds until now.
      end: Math.max(Date.now(), Date.parse(points.at(-1)?.at ?? '') || 0),
      width: box.clientWidth,
      colour: readColour,
      onIndex: (at) => onIndex(at),
    };
    charts.current = [
      drawPrices(priceBox, { ...draw, alertPrice, formatPrice }),
      drawStock(stockBox, draw),
    ];
    const observer = new ResizeObserver(() => {
      for (const chart of charts.current)
        chart.setSize({ width: box.clientWidth, height: chart.height });
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      for (const chart of charts.current) chart.destroy();
      charts.current = [];
    };
  }, [points, alertPrice, formatPrice, theme]);

  // Runs after each render, because the charts may have been drawn again.
  useEffect(() => {
    const point = index === null ? undefined : points[index];
    if (point === undefined) return;
    for (const chart of charts.current) {
      const left = chart.valToPos(Date.parse(point.at) / 1000, 'x');
      chart.setCursor({ left, top: 0 }, false);
    }
  });

  return (
    <div ref={frame} role="img" aria-label={props.label} className="min-w-0 overflow-hidden">
      <ChartTitle title="Price bands" />
      <div ref={priceSlot} />
      <ChartTitle title="Available tickets" note="None 0, Low to 5, Medium to 20, High above" />
      <div ref={stockSlot} />
    </div>
  );
}

function ChartTitle({ title, note }: { title: string; note?: string }) {
  return (
    <p aria-hidden="true" className="text-2xs font-medium">
      {title}{' '}
      {note ? <span className="font-normal text-text-muted max-md:hidden">{note}</span> : null}
    </p>
  );
}

interface Draw {
  points: readonly HistoryPoint[];
  /** The end of the time axis, in milliseconds since the epoch. */
  end: number;
  width: number;
  colour: (name: string) => string;
  onIndex: (index: number) => void;
}

/** The colour of a token of the design, such as `chart-1`. */
function readColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();
}

const LINE_HEIGHT = 13;
const FONT = '11px "Hanken Grotesk Variable", system-ui, sans-serif';

/** The options of both charts. */
function frameOf({ points, end, width, colour, onIndex }: Draw, height: number) {
  const start = Date.parse(points[0]?.at ?? '') || 0;
  const grid = { stroke: colour('chart-grid'), width: 1 };
  const axis = { stroke: colour('text-subtle'), font: FONT, ticks: { show: false } };
  return {
    width,
    height,
    axis,
    grid,
    legend: { show: false },
    padding: [8, END_WIDTH, 0, 0] as uPlot.Padding,
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 8, width: 1.5, stroke: colour('surface'), fill: colour('chart-1') },
    },
    scales: { x: { range: (): [number, number] => [start / 1000, end / 1000] } },
    hooks: {
      setCursor: [
        ({ cursor, posToVal }: uPlot) => {
          const { left = -1 } = cursor;
          if (left >= 0) onIndex(pointAt(points, posToVal(left, 'x') * 1000));
        },
      ],
    },
  };
}

interface PriceDraw extends Draw {
  alertPrice: number | null;
  formatPrice: (price: number) => string;
}

function drawPrices(slot: HTMLElement, { alertPrice, formatPrice, ...draw }: PriceDraw): uPlot {
  const { axis, grid, hooks, scales, ...frame } = frameOf(draw, PRICE_HEIGHT);
  const line = draw.colour('chart-1');
  const last = draw.points.at(-1);
  const steps = last ? [...draw.points, { ...last, at: new Date(draw.end).toISOString() }] : [];
  const span = draw.end - (Date.parse(steps[0]?.at ?? '') || 0);
  const times = steps.map(({ at }) => Date.parse(at) / 1000);
  const lows = steps.map(({ low }) => low);
  const highs = steps.map(({ high }) => high);
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const look = { stroke: line, points: { show: false }, ...(stepped && { paths: stepped }) };
  return new uPlot(
    {
      ...frame,
      scales: { ...scales, y: { range: (_, low, high) => priceRange(low, high, alertPrice) } },
      series: [{}, { ...look, width: 2 }, { ...look, width: 1 }],
      bands: [{ series: [2, 1], fill: `color-mix(in oklab, ${line} 11%, transparent)` }],
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 26,
          space: 64,
          incrs: tickSteps(span),
          values: (_, ticks) =>
            axisLabels(
              ticks.map((tick) => tick * 1000),
              span,
            ),
        },
        {
          ...axis,
          grid,
          size: AXIS_WIDTH,
          space: 26,
          values: (_, ticks) => ticks.map((tick) => formatPrice(tick)),
        },
      ],
      hooks: {
        ...hooks,
        draw: [
          (chart) => {
            if (alertPrice !== null) drawAlert(chart, alertPrice, draw.colour('text-muted'));
            const lowAt = drawEnd(chart, lows, formatPrice, draw.colour('text'));
            drawEnd(chart, highs, formatPrice, draw.colour('text-subtle'), lowAt);
          },
        ],
      },
    },
    [times, lows, highs],
    slot,
  );
}

function drawStock(slot: HTMLElement, draw: Draw): uPlot {
  const { axis, grid, hooks, scales, ...frame } = frameOf(draw, STOCK_HEIGHT);
  const parts = barsOf(draw.points, draw.end, BARS);
  const counts = parts.map(({ available }) => available);
  const most = Math.max(MEDIUM_UP_TO * 1.25, ...draw.points.map(({ available }) => available));
  const bars = uPlot.paths.bars?.({
    size: [0.62, 14],
    // A bar ends where its section of the time axis ends.
    align: -1,
    disp: {
      fill: {
        unit: 3,
        values: () => counts.map((count) => draw.colour(`avail-${availabilityOf(count)}`)),
      },
    },
  });
  return new uPlot(
    {
      ...frame,
      scales: { ...scales, y: { range: [0, most] } },
      // Bars have separate colours only without an outline.
      series: [{}, { ...(bars && { paths: bars }), width: 0, points: { show: false } }],
      axes: [
        { show: false },
        {
          ...axis,
          grid,
          size: AXIS_WIDTH,
          splits: () => [LOW_UP_TO, MEDIUM_UP_TO, most],
          filter: (_, ticks) => ticks,
          values: (_, ticks) => ticks.map((tick) => formatNumber(Math.round(tick))),
        },
      ],
      hooks: {
        ...hooks,
        draw: [(chart) => drawEnd(chart, counts, formatNumber, draw.colour('text'))],
      },
    },
    [parts.map(({ at }) => at / 1000), counts],
    slot,
  );
}

/**
 * From slightly below the lowest value to slightly above the highest. The range includes an alert's
 * line if it is near.
 */
function priceRange(
  low: number | null,
  high: number | null,
  alert: number | null,
): [number, number] {
  if (low === null || high === null) return alert === null ? [0, 1] : [0, alert * 2];
  const near = alert !== null && isInReach(alert, low, high) ? [alert] : [];
  const [least, most] = [Math.min(low, ...near), Math.max(high, ...near)];
  const margin = (most - least) * 0.08 || most * 0.1 || 1;
  return [Math.max(0, least - margin), most + margin];
}

function drawAlert({ ctx, bbox, valToPos }: uPlot, price: number, colour: string): void {
  const y = valToPos(price, 'y', true);
  if (y < bbox.top || y > bbox.top + bbox.height) return;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** Writes the latest value beside the end of its line, above the text at `below`. @returns where. */
function drawEnd(
  { ctx, bbox, valToPos }: uPlot,
  values: readonly (number | null)[],
  format: (value: number) => string,
  colour: string,
  below = Number.POSITIVE_INFINITY,
): number {
  const last = values.at(-1) ?? null;
  if (last === null) return below;
  const y = Math.min(valToPos(last, 'y', true), below - LINE_HEIGHT * devicePixelRatio);
  ctx.save();
  ctx.font = FONT.replace('11px', `${11 * devicePixelRatio}px`);
  ctx.fillStyle = colour;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(format(last), bbox.left + bbox.width + 6 * devicePixelRatio, y);
  ctx.restore();
  return y;
}
