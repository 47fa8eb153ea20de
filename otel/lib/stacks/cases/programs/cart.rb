class Cart
  def price(item)
    Integer(item)
  end

  def pay(items)
    items.each { |item| price(item) }
  rescue ArgumentError
    raise IOError, "no price\nask the shop"
  end
end

begin
  Cart.new.pay(['tea'])
rescue IOError => error
  puts error.full_message(highlight: false, order: ARGV[0].to_sym)
end
