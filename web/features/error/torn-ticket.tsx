/** A torn ticket with the error code; codes other than three digits are not shown. */
export function TornTicket({ code }: { code: string | undefined }) {
  const figures = code && /^\d{3}$/.test(code) ? code : '';
  return (
    <svg
      width="292"
      height="132"
      viewBox="0 0 292 132"
      fill="none"
      aria-hidden="true"
      className="mx-auto block max-w-full font-sans text-[38px] font-semibold"
    >
      <g transform="rotate(-7 90 70)">
        <path
          d="M14 20h122l-5 11 7 10-8 10 7 11-6 10 7 11-5 9 3 6H14a8 8 0 0 1-8-8V74a12 12 0 0 0 0-24V28a8 8 0 0 1 8-8z"
          className="fill-surface stroke-border-control"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
        <text x="34" y="74" letterSpacing="-1.5" className="fill-text">
          {figures.slice(0, 2)}
        </text>
        <path
          d="M36 86h64"
          className="stroke-border-strong"
          strokeWidth="2"
          strokeDasharray="3 4"
        />
      </g>
      <g transform="translate(10 6) rotate(8 210 66)">
        <path
          d="M156 16h108a8 8 0 0 1 8 8v20a12 12 0 0 0 0 24v22a8 8 0 0 1-8 8H159l-3-6 5-9-7-11 6-10-7-11 8-10-7-10z"
          className="fill-accent-subtle stroke-accent"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
        <text x="176" y="70" letterSpacing="-1.5" className="fill-accent-text">
          {figures.slice(2)}
        </text>
        <path
          d="M214 38h3v40h-3zM220 38h1.5v40H220zM224 38h5v40h-5zM232 38h2v40h-2zM237 38h3v40h-3zM243 38h1.5v40H243zM247 38h4v40h-4z"
          className="fill-accent-border"
        />
      </g>
    </svg>
  );
}
