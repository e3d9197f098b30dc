interface SparklineProps {
  values: readonly number[];
  /** The chart as text: "Price, 30 days, from 58 to 142 euros". */
  label: string;
  width?: number;
  height?: number;
  /** Filled, for cards; a thin neutral line otherwise, for tables. */
  area?: boolean;
  /** A dashed line at this value, such as an alert price, if it is near the others. */
  reference?: number | undefined;
}

const PAD = 3;

/** Whether a line at `value` fits beside values from `low` to `high` without flattening them. */
export function isInReach(value: number, low: number, high: number): boolean {
  const reach = Math.max(high - low, high / 4);
  return value >= low - reach && value <= high + reach;
}

/**
 * A line without axes, scaled to its own values. It needs at least two values; otherwise it renders
 * nothing.
 */
export function Sparkline({
  values,
  label,
  width = 110,
  height = 28,
  area,
  reference,
}: SparklineProps) {
  if (values.length < 2) return null;
  const isDrawn =
    reference !== undefined && isInReach(reference, Math.min(...values), Math.max(...values));
  const scale = isDrawn ? [...values, reference] : values;
  const low = Math.min(...scale);
  const span = Math.max(...scale) - low || 1;
  const x = (index: number) => PAD + (index / (values.length - 1)) * (width - 2 * PAD);
  const y = (value: number) => height - PAD - ((value - low) / span) * (height - 2 * PAD);
  const line = values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  const path = `M${line.join('L')}`;
  const last = values.at(-1) ?? low;
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      className="block overflow-visible"
    >
      {isDrawn ? (
        <path
          d={`M0 ${y(reference)}H${width}`}
          className="stroke-chart-muted"
          strokeDasharray="2 2.5"
        />
      ) : null}
      {area ? (
        <path
          d={`${path}L${width - PAD} ${height}L${PAD} ${height}Z`}
          className="fill-chart-1/13"
        />
      ) : null}
      <path
        d={path}
        className={area ? 'stroke-chart-1' : 'stroke-text-disabled'}
        strokeWidth={area ? 1.4 : 1.25}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={x(values.length - 1)} cy={y(last)} r="2" className="fill-chart-1" />
    </svg>
  );
}
